#include "run/molecule_run.hpp"

#include "run/molecule_training.hpp"
#include "run/time_table.hpp"

#include <canon/error.hpp>

#include <chrono>

namespace canon::lab {
namespace {

/// Chooses what the caller left open; ArgumentError for settings that no model can be made of.
void fill_defaults(MoleculeRun& run) {
  if (run.rows.empty())
    for (const std::string& name : run.config.sections())
      if (!run.options.quick || run.config.yes(name, "quick")) run.rows.push_back(name);
  if (run.rows.empty()) throw ArgumentError("the settings have no row to train");
  if (run.data.empty() && !run.options.quick)
    throw ArgumentError("run " + run.name + ": expected --data FOLDER with " +
                        molecule_benchmark(run.benchmark).title +
                        " in OGB's layout (docs/data.md says how to get it), or --quick for a "
                        "small run on generated molecules");
  if (run.cache.empty()) run.cache = run.options.out / "cache";
}

/// The rows of the settings, also those that are not asked for now: an earlier run may have
/// trained them.
std::vector<MoleculeRow> rows_of(const MoleculeRun& run, const MoleculeBenchmark& benchmark,
                                 const MoleculeData& data) {
  std::vector<MoleculeRow> rows;
  for (const std::string& name : run.config.sections()) {
    MoleculeRow row = molecule_row(run.config, name, benchmark);
    row.model.log_degree = data.log_degree;
    if (run.options.quick) make_quick(row, run.config, data.made_up);
    row.train.model = describe(row.model);
    rows.push_back(std::move(row));
  }
  return rows;
}

} // namespace

Json molecule_configuration(const MoleculeRun& run) {
  Json configuration = {{"benchmark", run.benchmark}, {"seed", run.options.seed},
                        {"quick", run.options.quick}, {"data", run.data.string()},
                        {"rows", run.rows},           {"seeds", run.seeds},
                        {"epochs", run.epochs},       {"backend", nn::name(run.options.backend)}};
  for (const std::string& name : run.config.sections())
    configuration["settings"][name] = run.config.all(name);
  return configuration;
}

Report run_molecules(MoleculeRun run) {
  fill_defaults(run);
  const MoleculeBenchmark& benchmark = molecule_benchmark(run.benchmark);
  for (const std::string& name : run.rows)
    (void)seeds_of(run, molecule_row(run.config, name, benchmark)); // before the data are read
  const auto start = std::chrono::steady_clock::now();
  const MoleculeData data = load_molecules(run, benchmark);
  const std::chrono::duration<double> reading = std::chrono::steady_clock::now() - start;
  const std::vector<MoleculeRow> rows = rows_of(run, benchmark, data);
  std::vector<Preparation> preparations;
  if (run.time_table) preparations = measure_preparations(run, data, rows);
  train_molecules(run, benchmark, data, rows);

  Report report(run.name, run.title);
  Record& record = report.record();
  record.seed = run.options.seed;
  record.configuration = molecule_configuration(run);
  record.configuration["molecules"] = data.samples->size();
  record.configuration["checksum"] = data.checksum;
  MoleculeRemarks remarks{.data = data.source,
                          .quick = run.options.quick,
                          .made_up = data.made_up,
                          .notes = data.notes};
  const std::vector<MoleculeResults> results = collect_results(run, data, rows, remarks.notes);
  report.prose(data.about);
  if (run.time_table)
    add_time_table(report, results, preparations, {reading.count(), run.options.threads, data});
  add_results(report, benchmark, results, remarks);
  stamp_device(record, run.options);
  return report;
}

void run_molecules_part(MoleculeRun run) {
  fill_defaults(run);
  const MoleculeBenchmark& benchmark = molecule_benchmark(run.benchmark);
  const MoleculeData data = load_molecules(run, benchmark);
  train_molecules(run, benchmark, data, rows_of(run, benchmark, data));
}

} // namespace canon::lab
