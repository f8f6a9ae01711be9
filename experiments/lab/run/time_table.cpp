#include "run/time_table.hpp"

#include <canon/base/text_table.hpp>

#include <algorithm>
#include <chrono>
#include <optional>

namespace canon::lab {
namespace {

/// Hours on MOLPCBA, on one NVIDIA 3090, as the paper prints them.
struct PaperTimes {
  const char* row;
  double preparation, training;
};
constexpr PaperTimes paper_times[] = {{"gatedgcn-map", 1.70, 63.02},
                                      {"gatedgcn-signnet", 0.27, 108.51}};
constexpr double paper_ratio = 0.581; // of the two training times

Cell hours(const std::string& row, double PaperTimes::*what, const MoleculeData& data) {
  if (data.made_up) return ""; // nothing of the paper's is comparable
  for (const PaperTimes& times : paper_times)
    if (times.row == row) return Cell(number_cell(times.*what, 2).text + " h");
  return "";
}

/// The mean over the seeds, validation and test included.
double seconds_per_epoch(const MoleculeResults& results) {
  double seconds = 0.0;
  std::size_t epochs = 0;
  for (const MoleculeOutcome& outcome : results.outcomes) {
    seconds += outcome.seconds;
    epochs += outcome.epochs();
  }
  return seconds / static_cast<double>(epochs);
}

std::optional<double> epoch_of(const std::vector<MoleculeResults>& all, const std::string& row) {
  for (const MoleculeResults& results : all)
    if (results.row.name == row) return seconds_per_epoch(results);
  return std::nullopt;
}

} // namespace

std::vector<Preparation> measure_preparations(const MoleculeRun& run, const MoleculeData& data,
                                              const std::vector<MoleculeRow>& rows) {
  std::vector<Preparation> all;
  for (const MoleculeRow& row : rows) {
    if (std::find(run.rows.begin(), run.rows.end(), row.name) == run.rows.end()) continue;
    Preparation preparation{row.name, 0.0};
    if (row.encoding) {
      run.options.progress->say(run.name + ": time of the encodings of " + row.name);
      const auto start = std::chrono::steady_clock::now();
      ProgressScope scope(*run.options.progress, data.samples->size(), "molecule");
      (void)encode_molecules(*data.samples, *row.encoding, run.options.threads,
                             [&] { scope.tick(); });
      preparation.seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    all.push_back(preparation);
  }
  return all;
}

void add_time_table(Report& report, const std::vector<MoleculeResults>& results,
                    const std::vector<Preparation>& preparations, const TimeRemarks& remarks) {
  Table table;
  table.name = "times";
  table.title = "Preparation and training";
  table.caption = counted(remarks.data.samples->size(), "molecule") + ", " +
                  counted(remarks.threads, "thread") +
                  ". Preparation is the making of the encodings; the files were read in " +
                  number_cell(remarks.reading, 1).text +
                  " s. An epoch includes validation and test. The paper's hours are of the whole "
                  "training, on one NVIDIA 3090.";
  table.columns = {{"row", Align::left},
                   {"ours", Align::right, Origin::ours, "preparation"},
                   {"paper", Align::right, Origin::paper, "preparation"},
                   {"an epoch", Align::right, Origin::ours, "training"},
                   {"paper, all", Align::right, Origin::paper, "training"},
                   {"epochs"}};
  for (const MoleculeResults& one : results) {
    const auto found = std::find_if(preparations.begin(), preparations.end(),
                                    [&](const Preparation& p) { return p.row == one.row.name; });
    const auto seconds = [](double value) {
      Cell cell = number_cell(value, 1);
      cell.text += " s";
      return cell;
    };
    table.row({one.row.title, found == preparations.end() ? Cell("") : seconds(found->seconds),
               hours(one.row.name, &PaperTimes::preparation, remarks.data),
               seconds(seconds_per_epoch(one)),
               hours(one.row.name, &PaperTimes::training, remarks.data),
               count_cell(one.outcomes.front().epochs())});
  }
  const auto map = epoch_of(results, "gatedgcn-map"),
             signnet = epoch_of(results, "gatedgcn-signnet");
  if (map && signnet)
    table.row({"MAP / SignNet", "", "", number_cell(*map / *signnet, 3),
               remarks.data.made_up ? Cell("") : number_cell(paper_ratio, 3), ""});
  report.table(table);
  Json& record = report.record().results["times"];
  record["reading"] = remarks.reading;
  record["threads"] = remarks.threads;
  for (const Preparation& preparation : preparations)
    record["preparation"][preparation.row] = preparation.seconds;
  for (const MoleculeResults& one : results)
    record["epoch"][one.row.name] = seconds_per_epoch(one);
  if (map && signnet) record["ratio"] = *map / *signnet;
}

} // namespace canon::lab
