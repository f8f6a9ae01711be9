#include "run/expressivity.hpp"

#include "report/journal.hpp"
#include "run/expressivity_report.hpp"
#include "run/expressivity_units.hpp"

#include <canon/error.hpp>

#include <algorithm>

namespace canon::lab {
namespace {

constexpr std::size_t quick_share = 8, quick_relabellings = 4, quick_columns = 16;

std::vector<std::string> chosen_rows(const ExpressivityRun& run) {
  if (!run.rows.empty()) return run.rows;
  std::vector<std::string> rows;
  for (const std::string& name : run.config.sections()) {
    const ExpressivityRow row = expressivity_row(run.config, name);
    if (run.train || (run.options.quick ? row.quick : !row.trained())) rows.push_back(name);
  }
  if (rows.empty()) throw ArgumentError("the settings have no row without training");
  return rows;
}

std::vector<ExpressivityRow> rows_of(const ExpressivityRun& run) {
  std::vector<ExpressivityRow> rows;
  for (const std::string& name : chosen_rows(run)) {
    ExpressivityRow row = expressivity_row(run.config, name);
    if (run.options.quick) {
      row.distinction.relabellings = quick_relabellings;
      if (row.trained()) row.distinction.columns = {quick_columns};
    }
    if (!run.columns.empty()) row.distinction.columns = run.columns;
    if (run.relabellings > 0) row.distinction.relabellings = run.relabellings;
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Of every set an eighth, and at least one group, spread over it.
void thin_out(HardSets& data) {
  for (HardSet& set : data.sets) {
    std::vector<GraphGroup> kept;
    for (std::size_t i = 0; i < set.groups.size(); i += quick_share)
      kept.push_back(std::move(set.groups[i]));
    set.groups = std::move(kept);
  }
}

void keep_wanted(const ExpressivityRun& run, HardSets& data) {
  if (run.sets.empty()) return;
  for (const std::string& name : run.sets)
    if (std::none_of(data.sets.begin(), data.sets.end(),
                     [&](const HardSet& set) { return set.name == name; }))
      throw ArgumentError(
          "the set '" + name + "' is not there" +
          (run.data.empty() ? ": BREC, CSL and SR25 are read from a folder of data" : ""));
  std::erase_if(data.sets, [&](const HardSet& set) {
    return std::find(run.sets.begin(), run.sets.end(), set.name) == run.sets.end();
  });
}

HardSets load(const ExpressivityRun& run) {
  HardSets data;
  if (!run.data.empty()) data = read_hard_sets(run.data);
  const std::string row = run.config.sections().front();
  HardSetOptions made;
  made.seed = run.options.seed;
  made.threads = run.options.threads;
  made.exp_pairs = static_cast<std::size_t>(run.config.whole(row, "exp_pairs", 1));
  made.cfi_vertices = static_cast<std::size_t>(run.config.whole(row, "cfi_vertices", 16));
  if (run.options.quick) made.exp_pairs = std::min<std::size_t>(made.exp_pairs, 2 * quick_share);
  HardSets more = generate_hard_sets(made);
  std::move(more.sets.begin(), more.sets.end(), std::back_inserter(data.sets));
  keep_wanted(run, data);
  if (run.options.quick) thin_out(data);
  return data;
}

} // namespace

Json expressivity_configuration(const ExpressivityRun& run) {
  Json configuration = {{"quick", run.options.quick},
                        {"rows", chosen_rows(run)},
                        {"sets", run.sets},
                        {"columns", run.columns},
                        {"relabellings", run.relabellings},
                        {"data", run.data.string()},
                        {"seed", run.options.seed},
                        {"backend", nn::name(run.options.backend)}};
  for (const std::string& name : chosen_rows(run))
    configuration["settings"][name] = run.config.all(name);
  return configuration;
}

Report run_expressivity(ExpressivityRun run) {
  if (run.config.sections().empty()) throw ArgumentError("the settings have no row");
  std::vector<ExpressivityRow> rows = rows_of(run);
  run.options.progress->say("expressivity: reading and generating graphs");
  HardSets data = load(run);
  // The head of the journal does not name the rows: a stopped run may be resumed with more of them.
  Json head = {{"format", 2}, // of the journal's lines, and of what the numbers mean
               {"quick", run.options.quick},
               {"seed", run.options.seed},
               {"columns", run.columns},
               {"relabellings", run.relabellings},
               {"backend", nn::name(run.options.backend)}};
  for (const std::string& name : run.config.sections())
    head["settings"][name] = run.config.all(name);
  for (const HardSet& set : data.sets)
    head["data"][set.name] = set.checksum();
  const std::shared_ptr<Journal> journal =
      Journal::in(run.options.out, "expressivity", head, run.options.fresh);
  ExpressivityOutcomes outcomes(*journal);
  run_units(run.options, rows, data.sets, outcomes);

  Report report("expressivity", "Expressivity: which graphs an encoding distinguishes");
  Record& record = report.record();
  record.seed = run.options.seed;
  record.configuration = expressivity_configuration(run);
  record.configuration["checksums"] = head["data"];
  ExpressivityResults results = sum_up(std::move(rows), std::move(data), outcomes);
  results.quick = run.options.quick;
  fill_report(results, report);
  stamp_device(record, run.options);
  report.replaces(journal);
  return report;
}

} // namespace canon::lab
