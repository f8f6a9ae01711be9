#include "run/molecule_report.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace canon::lab {
namespace {

constexpr int decimals = 3;

using ScoreOf = std::function<double(const MoleculeOutcome&)>;

Spread spread_over(const MoleculeResults& results, const ScoreOf& score) {
  std::vector<double> values;
  for (const MoleculeOutcome& outcome : results.outcomes)
    values.push_back(score(outcome));
  return spread_of(values);
}

Cell score_cell(const MoleculeResults& results, const ScoreOf& score) {
  const Spread spread = spread_over(results, score);
  return results.outcomes.size() > 1 ? deviation_cell(spread.mean, spread.deviation, decimals)
                                     : number_cell(spread.mean, decimals);
}

Cell paper_cell(const MoleculeRow& row) {
  if (!row.paper) return "";
  const Cell cell = row.paper_deviation ? deviation_cell(*row.paper, *row.paper_deviation, decimals)
                                        : number_cell(*row.paper, decimals);
  return row.paper_note.empty() ? cell : with_note(cell, row.paper_note);
}

bool is_short(const MoleculeResults& results) {
  for (const MoleculeOutcome& outcome : results.outcomes)
    if (!outcome.to_the_end) return true;
  return false;
}

/// "312", or "298 to 341" over several seeds.
Cell epochs_cell(const MoleculeResults& results) {
  std::size_t least = results.outcomes.front().epochs(), most = least;
  for (const MoleculeOutcome& outcome : results.outcomes) {
    least = std::min(least, outcome.epochs());
    most = std::max(most, outcome.epochs());
  }
  const Cell cell = least == most ? count_cell(most)
                                  : Cell(std::to_string(least) + " to " + std::to_string(most));
  return is_short(results) ? with_note(cell, "short") : cell;
}

double mean_seconds(const MoleculeResults& results) {
  return spread_over(results, [](const MoleculeOutcome& o) { return o.seconds; }).mean;
}

Table table_of_rows(const MoleculeBenchmark& benchmark, const std::vector<MoleculeResults>& results,
                    const MoleculeRemarks& remarks) {
  const std::string at_last = "at the last epoch", at_best = "at the best validation score";
  Table table;
  table.name = "scores";
  table.title = benchmark.title + ", test " + benchmark.score_name +
                (rewards(benchmark.score) ? " (higher is better)" : " (lower is better)");
  if (remarks.made_up)
    table.title = "Generated molecules (not " + benchmark.title + "), test " + benchmark.score_name;
  else if (remarks.quick)
    table.title += ", quick: not the full protocol";
  table.caption = remarks.data + ". The paper's number is the score " +
                  (benchmark.last_counts ? at_last : at_best) +
                  "; mean and deviation over the seeds.";
  table.columns = {{"row", Align::left},
                   {benchmark.last_counts ? at_last : at_best},
                   {"paper", Align::right, Origin::paper},
                   {benchmark.last_counts ? at_best : at_last},
                   {"seeds"},
                   {"epochs"},
                   {"parameters"},
                   {"paper's", Align::right, Origin::paper},
                   {"seconds per run"}};
  if (remarks.made_up) { // nothing of the paper's is comparable
    table.columns.erase(table.columns.begin() + 7);
    table.columns.erase(table.columns.begin() + 2);
  }
  for (const MoleculeResults& one : results) {
    const ScoreOf last = [](const MoleculeOutcome& o) { return o.last().test_score; };
    const ScoreOf best = [&](const MoleculeOutcome& o) {
      return o.best(benchmark.score).test_score;
    };
    std::vector<Cell> cells = {
        one.row.title,
        score_cell(one, benchmark.last_counts ? last : best),
        paper_cell(one.row),
        score_cell(one, benchmark.last_counts ? best : last),
        count_cell(one.outcomes.size()),
        epochs_cell(one),
        count_cell(static_cast<std::size_t>(one.outcomes.front().parameters)),
        one.row.paper_parameters ? Cell(std::to_string(*one.row.paper_parameters) + "K") : Cell(""),
        number_cell(mean_seconds(one), mean_seconds(one) < 10.0 ? 1 : 0)};
    if (remarks.made_up) {
      cells.erase(cells.begin() + 7);
      cells.erase(cells.begin() + 2);
    }
    table.row(cells);
  }
  for (const MoleculeResults& one : results)
    if (is_short(one)) {
      table.notes.emplace_back("short: fewer epochs than the protocol (which ends once the rate is "
                               "below its minimum); such a row is no result.");
      break;
    }
  table.notes.insert(table.notes.end(), remarks.notes.begin(), remarks.notes.end());
  return table;
}

/// The mean over the seeds at every epoch that all of them have.
Series curve_of(const MoleculeResults& results, double EpochRecord::*value) {
  Series series{results.row.title, Mark::line};
  for (std::size_t i = 0;; ++i) {
    double sum = 0.0;
    for (const MoleculeOutcome& outcome : results.outcomes) {
      if (i >= outcome.history.size()) return series;
      sum += outcome.history[i].*value;
    }
    series.points.push_back({static_cast<double>(results.outcomes.front().history[i].epoch),
                             sum / static_cast<double>(results.outcomes.size())});
  }
}

Plot curves(const std::string& name, const std::string& what, double EpochRecord::*value,
            bool errors, const std::vector<MoleculeResults>& results) {
  Plot plot{.name = name,
            .title = "Learning curves: " + what,
            .caption = "Mean over the seeds, by epoch.",
            .x = {.label = "epoch"},
            .y = {.label = what},
            .series = {}};
  double low = std::numeric_limits<double>::infinity(), high = 0.0;
  for (const MoleculeResults& one : results) {
    plot.series.push_back(curve_of(one, value));
    for (const Point& p : plot.series.back().points) {
      low = std::min(low, p.y);
      high = std::max(high, p.y);
    }
  }
  // Within one power of ten a logarithmic axis is mostly empty, and has one or two labels.
  plot.y.log = errors && low > 0.0 && high > 10.0 * low;
  return plot;
}

Json entry_of(const MoleculeResults& results, Score score) {
  Json entry = Json::object();
  for (const MoleculeOutcome& outcome : results.outcomes) {
    entry["seeds"].push_back(outcome.seed);
    entry["last"].push_back(outcome.last().test_score);
    entry["best"].push_back(outcome.best(score).test_score);
    entry["best_valid"].push_back(outcome.best(score).valid_score);
    entry["best_epoch"].push_back(outcome.best(score).epoch);
    entry["epochs"].push_back(outcome.epochs());
    entry["parameters"].push_back(outcome.parameters);
    entry["seconds"].push_back(outcome.seconds);
    entry["short"].push_back(!outcome.to_the_end);
  }
  entry["identity"] = results.outcomes.front().identity;
  return entry;
}

} // namespace

void add_results(Report& report, const MoleculeBenchmark& benchmark,
                 const std::vector<MoleculeResults>& results, const MoleculeRemarks& remarks) {
  report.table(table_of_rows(benchmark, results, remarks));
  const bool errors = !rewards(benchmark.score); // errors fall by factors
  report.plot(curves("valid", "validation " + benchmark.score_name, &EpochRecord::valid_score,
                     errors, results));
  report.plot(
      curves("test", "test " + benchmark.score_name, &EpochRecord::test_score, errors, results));
  report.plot(curves("train", "training loss", &EpochRecord::train_loss, true, results));
  for (const MoleculeResults& one : results)
    report.record().results[one.row.name] = entry_of(one, benchmark.score);
}

} // namespace canon::lab
