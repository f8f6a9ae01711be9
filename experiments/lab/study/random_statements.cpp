#include "study/random_report.hpp"

#include <canon/base/text_table.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace canon::lab {
namespace {

std::string share_text(const ClusteredCount& count) {
  const Interval interval = count.interval();
  return std::to_string(count.hits) + " of " + std::to_string(count.units) +
         " (95 %: " + short_number(100.0 * interval.low, 2) + " to " +
         short_number(100.0 * interval.high, 2) + " %)";
}

/// What was seen of a kind of failure, at all sizes and in the end.
std::string fall_text(const RandomResults& results, const RandomSeries& series, Failing what) {
  const Fall fall = fall_of(results, series, what);
  const RandomCell& last = results.last(series);
  std::string text = share_text(count_of(results.tallies[series.cells.back()], what)) +
                     " at n = " + std::to_string(last.n);
  if (fall.kind == Fall::fitted)
    text += "; falls as n^(" + short_number(fall.law->exponent, 3) + " ± " +
            short_number(fall.law->error, 2) + ") from n = " + std::to_string(fall.from_n);
  if (fall.kind == Fall::never) text += "; none at any n, " + share_text(fall.all);
  if (fall.kind == Fall::once) text += "; last seen at n = " + std::to_string(fall.last_n);
  return text;
}

const RandomSeries* find(const std::vector<RandomSeries>& all, const RandomResults& results,
                         const std::string& kind) {
  const RandomSeries* found = nullptr; // the largest p, for which the theorems' constants are best
  for (const RandomSeries& series : all)
    if (results.first(series).kind() == kind && results.first(series).p.value_or(0.5) <= 0.5)
      found = &series;
  return found;
}

void normal_rows(const RandomResults& results, const std::vector<RandomSeries>& all, Table& table) {
  const auto measured = [&](const RandomSeries& series) {
    const NormalBins& bins = results.tallies[series.cells.back()].projections;
    return series.name + ", n = " + std::to_string(results.last(series).n) + ": KS distance " +
           short_number(bins.distance(), 2) +
           " (chance: " + short_number(bins.critical_distance(), 2) + ")";
  };
  std::string centred;
  for (const RandomSeries& series : all)
    if (results.first(series).ensemble->centred)
      centred += (centred.empty() ? "" : "; ") + measured(series);
  if (!centred.empty())
    table.row({"√n v·ĵ tends to N(0,1) for Wigner matrices with the first four moments of the GOE",
               centred});
  if (const RandomSeries* er = find(all, results, "erdos-renyi")) {
    const RandomTally& tally = results.tallies[er->cells.back()];
    std::string text = measured(*er) + ".";
    if (tally.projections.distance() > tally.projections.critical_distance()) {
      text += " It does not hold there: the leading vector takes nearly all of ĵ.";
      if (tally.violating == 0) text += " No violation was seen at this n all the same.";
    }
    table.row({"the same for random graphs, with the rank-one perturbation ignored", text});
  }
}

/// The least and the largest sin * delta over all cells of the rank-one change.
std::string bound_range(const RandomResults& results) {
  double least = std::numeric_limits<double>::infinity(), most = 0.0;
  for (std::size_t c = 0; c < results.tallies.size(); ++c) {
    if (results.tallies[c].changes.empty()) continue;
    const double scaled = mean_of(results.tallies[c].changes, &RankOneChange::top_sine).value *
                          signal_to_noise(results.plan.cells[c]);
    least = std::min(least, scaled);
    most = std::max(most, scaled);
  }
  return short_number(least, 3) + " to " + short_number(most, 3);
}

void rank_one_rows(const RandomResults& results, Table& table) {
  const std::vector<RandomSeries> all = results.series(true);
  const RandomSeries* series = find(all, results, "rank-one");
  if (series == nullptr) return;
  const std::size_t c = series->cells.back();
  const RandomCell& cell = results.plan.cells[c];
  const std::vector<RankOneChange>& changes = results.tallies[c].changes;
  const std::string where = series->name + ", n = " + std::to_string(cell.n) + ": ";
  const Mean top = mean_of(changes, &RankOneChange::top_sine);
  const Mean shift = mean_of(changes, &RankOneChange::shift);
  const Mean bulk = mean_of(changes, &RankOneChange::bulk_sine);
  table.row({"sin ∠(v₁, v₁′) ≤ C √r / δ",
             where + "sin · δ = " + short_number(top.value * signal_to_noise(cell), 3) +
                 "; over all n and p " + bound_range(results)});
  table.row({"σ₁ − C ≤ σ₁′ ≤ σ₁ + C √r", where + "σ₁′ − σ₁ = " + short_number(shift.value, 3) +
                                             " ± " + short_number(shift.error, 2) +
                                             "; 1 − p expected to second order"});
  table.row({"\"the rank-one perturbation has little or no effect on the spectral distribution\"",
             where +
                 "true of eigenvalues, which interlace; eigenvectors other than the first rotate "
                 "by a median angle of " +
                 short_number(std::asin(std::min(1.0, bulk.value)) * 180.0 / std::numbers::pi, 3) +
                 "°"});
}

} // namespace

Table statement_table(const RandomResults& results) {
  Table table;
  table.name = "statements";
  table.title = "What the paper's appendix says, and what was seen";
  table.columns = {{"the paper", Align::left, Origin::paper}, {"measured", Align::left}};
  const std::vector<RandomSeries> all = results.series(false);
  if (const RandomSeries* goe = find(all, results, "goe")) {
    table.row({"GOE: the spectrum is simple with probability 1",
               "multiple: " + fall_text(results, *goe, Failing::simple_spectrum)});
    table.row({"GOE: eigenvectors are canonizable with probability 1 (once printed as "
               "\"uncanonizable\", a slip)",
               "A1 violated: " + fall_text(results, *goe, Failing::assumption1)});
  }
  for (const char* kind : {"wigner", "bernoulli", "erdos-renyi", "erdos-renyi-loops"})
    if (const RandomSeries* series = find(all, results, kind)) {
      table.row({series->name + ": simple with probability at least 1 − n⁻ᴬ for every A",
                 "multiple: " + fall_text(results, *series, Failing::simple_spectrum)});
      table.row({series->name + ": single eigenvectors are canonizable with probability to 1",
                 "A1 violated: " + fall_text(results, *series, Failing::assumption1)});
    }
  normal_rows(results, all, table);
  rank_one_rows(results, table);
  return table;
}

} // namespace canon::lab
