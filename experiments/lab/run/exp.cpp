#include "run/exp.hpp"

#include "dataset/exp.hpp"
#include "dataset/exp_generator.hpp"
#include "dataset/samples.hpp"
#include "model/zoo.hpp"
#include "run/exp_row.hpp"
#include "train/cross_validation.hpp"
#include "train/folds.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <list>
#include <map>

namespace canon::lab {
namespace {

/// The samples of a row; rows that want the same features share them.
class SampleShelf {
public:
  SampleShelf(const ExpDataset& data, const RunOptions& options) : data_(data), options_(options) {}

  const std::vector<nn::GraphSample>& of(const ExpRow& row) {
    for (const auto& [rse, samples] : samples_)
      if (rse == row.rse) return samples;
    samples_.emplace_back(row.rse, row.rse ? exp_samples(data_, rse_features(data_.graphs, *row.rse,
                                                                             options_.threads))
                                           : exp_samples(data_));
    return samples_.back().second;
  }

private:
  const ExpDataset& data_;
  const RunOptions& options_;
  std::list<std::pair<std::optional<EncodingOptions>, std::vector<nn::GraphSample>>> samples_;
};

std::vector<Split> folds_of(const ExpRun& run, std::size_t samples) {
  std::vector<std::size_t> pair;
  for (std::size_t i = 0; i < samples; ++i)
    pair.push_back(i / 2);
  std::vector<Split> folds =
      k_folds(pair, static_cast<std::size_t>(run.folds),
              run.file_order ? FoldOrder::contiguous : FoldOrder::random, run.options.seed);
  if (run.only_folds > 0 && static_cast<std::size_t>(run.only_folds) < folds.size())
    folds.resize(static_cast<std::size_t>(run.only_folds));
  return folds;
}

/// The mean test score over the folds at each tested epoch, in per cent.
Series curve_of(const ExpRow& row, const CrossValidation& result) {
  Series series{row.title, Mark::line};
  std::map<int, std::pair<double, std::size_t>> sums;
  for (const TrainResult& fold : result.folds)
    for (const EpochRecord& epoch : fold.history)
      // A run that ended earlier and went on was tested where it had ended, too.
      if (std::isfinite(epoch.test_score) &&
          (epoch.epoch % row.train.test_every == 0 || epoch.epoch == row.train.epochs)) {
        auto& [sum, count] = sums[epoch.epoch];
        sum += epoch.test_score;
        ++count;
      }
  for (const auto& [epoch, sum] : sums)
    if (sum.second == result.folds.size())
      series.points.push_back(
          {static_cast<double>(epoch), 100.0 * sum.first / static_cast<double>(sum.second)});
  return series;
}

/// Whether the paper's number is that of the same model by MAP, the only canonization it has.
bool is_paper_of_map(const ExpRow& row) {
  return row.paper && row.rse && row.rse->canonize.level != Level::map;
}

Cell paper_cell(const ExpRow& row) {
  if (!row.paper) return "";
  Cell cell = row.paper_deviation ? deviation_cell(*row.paper, *row.paper_deviation, 1)
                                  : number_cell(*row.paper, 1);
  return is_paper_of_map(row) ? with_note(cell, "paper: MAP") : cell;
}

/// The data of a run, and what is said of them in the record and the captions.
struct ExpData {
  ExpDataset graphs;
  std::string source;
};

Table empty_table(const ExpRun& run, const ExpData& data) {
  Table table;
  table.name = "accuracy";
  table.title = run.options.quick ? "EXP, test accuracy in per cent (quick: not the full protocol)"
                                  : "EXP, test accuracy in per cent";
  table.caption = data.source +
                  (run.file_order ? "; nodes and folds in the order of the file (--file-order)"
                                  : "; nodes of every graph shuffled, folds of whole pairs drawn "
                                    "at random") +
                  ". Mean and deviation over the folds, at the last epoch.";
  table.columns = {
      {"row", Align::left}, {"ours"},      {"paper", Align::right, Origin::paper}, {"folds"},
      {"epochs"},           {"parameters"}};
  return table;
}

std::string fixed(double value, int decimals) {
  return number_cell(value, decimals).text;
}

CrossValidation train_row(const ExpRun& run, const ExpRow& row,
                          const std::vector<nn::GraphSample>& samples,
                          const std::vector<Split>& folds, CrossValidationOptions how) {
  TrainOptions train = row.train;
  train.seed = run.options.seed;
  how.folder = row_folder(run.options, "exp", row.name);
  how.threads = static_cast<int>(run.options.threads);
  how.progress = run.options.progress;
  return cross_validate([&] { return nn::make_model<float>(row.model); }, run.options.backend,
                        samples, folds, train, how);
}

/// As the settings and the options of the run say.
ExpRow row_of(const ExpRun& run, const std::string& name) {
  ExpRow row = exp_row(run.config, name);
  if (run.epochs > 0) row.train.epochs = run.epochs;
  if (run.options.quick && run.config.given(name, "quick_epochs"))
    row.train.epochs = std::min(row.train.epochs, run.config.whole(name, "quick_epochs", 1));
  return row;
}

/// One row: trained, and put into table, plot and record.
void run_row(const ExpRun& run, const ExpRow& row, const std::vector<nn::GraphSample>& samples,
             Table& table, Plot& plot, Record& record) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<Split> folds = folds_of(run, samples.size());
  const TrainOptions& train = row.train;
  run.options.progress->say("exp, " + row.title + ": " + std::to_string(folds.size()) +
                            " folds of " + std::to_string(train.epochs) + " epochs");
  const CrossValidation result = train_row(run, row, samples, folds, {});
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.options.progress->say("exp, " + row.title + ": " + fixed(100.0 * result.last.mean, 1) +
                            " ± " + fixed(100.0 * result.last.deviation, 1) + " %");

  const auto parameters =
      static_cast<std::size_t>(nn::make_model<float>(row.model)->parameters().size());
  table.row({row.title, deviation_cell(100.0 * result.last.mean, 100.0 * result.last.deviation, 1),
             paper_cell(row), count_cell(folds.size()),
             count_cell(static_cast<std::size_t>(train.epochs)), count_cell(parameters)});
  // Half a point: less than one graph of a fold's 120.
  if (row.paper && 100.0 * result.last.mean < *row.paper - 0.5)
    table.notes.emplace_back(
        (is_paper_of_map(row) ? "Short of the paper's MAP row: " : "Short of the paper: ") +
        row.title + ", by " + fixed(*row.paper - 100.0 * result.last.mean, 1) + " points.");
  plot.series.push_back(curve_of(row, result));
  Json entry = Json::object();
  for (const auto& [key, value] : run.config.all(row.name))
    entry["settings"][key] = value;
  for (const TrainResult& fold : result.folds) {
    entry["last"].push_back(fold.last().test_score);
    entry["train_loss"].push_back(fold.last().train_loss);
  }
  record.results[row.name] = entry;
  record.stamp["seconds_of_rows"][row.name] = seconds;
}

/// Chooses what the caller left open; ArgumentError for settings that no model can be made of.
void fill_defaults(ExpRun& run) {
  if (run.rows.empty())
    for (const std::string& name : run.config.sections())
      if (!run.options.quick || run.config.yes(name, "quick")) run.rows.push_back(name);
  if (run.rows.empty()) throw ArgumentError("the settings have no row to train");
  for (const std::string& name : run.rows)
    (void)nn::make_model<float>(exp_row(run.config, name).model);
  if (run.options.quick) {
    if (run.only_folds == 0) run.only_folds = 2;
    if (run.epochs == 0) run.epochs = 100;
  }
  if (run.folds == 0) run.folds = run.config.whole(run.rows.front(), "folds", 2);
}

ExpData load_data(const ExpRun& run) {
  ExpData data;
  if (!run.file.empty()) {
    data = {read_exp(run.file), run.file.string()};
  } else {
    ExpGeneratorOptions made;
    made.pairs = run.pairs;
    made.seed = run.options.seed;
    run.options.progress->say("exp: generating " + std::to_string(made.pairs) + " pairs");
    ProgressScope progress(*run.options.progress, made.pairs, "pair");
    data = {generate_exp(made, run.options.threads, [&] { progress.tick(); }),
            "generated, " + std::to_string(made.pairs) + " pairs of seed " +
                std::to_string(made.seed)};
  }
  if (!run.file_order) shuffle_nodes(data.graphs, run.options.seed);
  return data;
}

} // namespace

Json exp_configuration(const ExpRun& run) {
  Json configuration = {{"seed", run.options.seed},
                        {"quick", run.options.quick},
                        {"file", run.file.string()},
                        {"pairs", run.pairs},
                        {"file_order", run.file_order},
                        {"folds", run.folds},
                        {"only_folds", run.only_folds},
                        {"epochs", run.epochs},
                        {"rows", run.rows},
                        {"backend", nn::name(run.options.backend)}};
  for (const std::string& name : run.config.sections())
    configuration["settings"][name] = run.config.all(name);
  return configuration;
}

Report run_exp(ExpRun run) {
  fill_defaults(run);
  const ExpData data = load_data(run);
  Report report("exp", "EXP: graphs that colour refinement cannot distinguish");
  Record& record = report.record();
  record.seed = run.options.seed;
  record.configuration = {{"data", data.source},
                          {"graphs", data.graphs.size()},
                          {"file_order", run.file_order},
                          {"quick", run.options.quick},
                          {"folds", run.folds},
                          {"only_folds", run.only_folds},
                          {"rows", run.rows}};
  Table table = empty_table(run, data);
  Plot plot{.name = "curves",
            .title = "Learning curves on EXP",
            .caption = "Mean test accuracy over the folds. Rows without expressive power beyond "
                       "colour refinement lie on each other at 50 %; quick runs train them for "
                       "fewer epochs.",
            .x = {.label = "epoch"},
            .y = {.label = "test accuracy, %", .least = 45.0, .most = 100.5},
            .series = {}};
  SampleShelf shelf(data.graphs, run.options);
  for (const std::string& name : run.rows) {
    const ExpRow row = row_of(run, name);
    run_row(run, row, shelf.of(row), table, plot, record);
  }
  if (run.options.quick)
    table.notes.emplace_back("Quick: fewer folds and epochs than the paper's 10 x 500; the rows "
                             "are not its result.");
  table.notes.emplace_back(
      "\"paper: MAP\": the paper has no such row; its number for the same model "
      "with MAP is given for comparison.");
  table.notes.emplace_back("Rows without expressive power beyond colour refinement give both "
                           "graphs of a pair the same answer: exactly 50 %, or about that much if "
                           "they are given noise.");
  report.prose("Each graph encodes a formula; the question is whether it can be satisfied. The two "
               "graphs of a pair look alike to colour refinement, and so to every message-passing "
               "network without further features.");
  report.table(table);
  report.plot(plot);
  stamp_device(record, run.options);
  return report;
}

void run_exp_part(ExpRun run) {
  fill_defaults(run);
  const ExpData data = load_data(run);
  const auto folds = folds_of(run, data.graphs.size());
  PartJournal part({.folder = run.options.out,
                    .name = "exp",
                    .configuration = exp_configuration(run),
                    .pieces = run.rows.size() * folds.size()},
                   run.options.share, run.options.fresh);
  SampleShelf shelf(data.graphs, run.options);
  std::size_t first = 0; // the piece of this row's first fold
  for (const std::string& name : run.rows) {
    const ExpRow row = row_of(run, name);
    CrossValidationOptions how;
    how.mine = [&](std::size_t fold) { return part.take(first + fold); };
    how.done = [&](std::size_t fold) {
      part.add(first + fold, "runs/exp/" + name + "/fold" + std::to_string(fold));
    };
    (void)train_row(run, row, shelf.of(row), folds, how);
    first += folds.size();
  }
}

} // namespace canon::lab
