#include "study/random_report.hpp"

#include <canon/base/text_table.hpp>

#include <cmath>

namespace canon::lab {
namespace {

Cell probability_cell(const RandomCell& cell) {
  return cell.p ? Cell(exact_number(*cell.p)) : Cell("");
}

/// In per cent, with three digits however small it is.
Cell share_with_interval(const ClusteredCount& count) {
  if (count.units == 0) return "-";
  Cell cell(short_number(100.0 * count.share(), 3) + " %");
  cell.value = count.share();
  return with_interval(cell, count.interval(), 3);
}

Cell fall_cell(const Fall& fall) {
  switch (fall.kind) {
  case Fall::untold:
    return "-";
  case Fall::never:
    return with_note("none", "≤ " + short_number(100.0 * fall.all.interval().high, 2) + " %");
  case Fall::stays:
    return "stays";
  case Fall::once:
    return "last at n=" + std::to_string(fall.last_n);
  case Fall::fitted:
    break;
  }
  Cell cell = deviation_cell(fall.law->exponent, fall.law->error, 2);
  return fall.law->misfit > 4.0 ? with_note(cell, "bends") : cell;
}

std::string paper_says(const RandomCell& cell) {
  const std::string kind = cell.kind();
  if (kind == "goe") return "simple, canonizable with probability 1";
  if (kind == "erdos-renyi-weighted") return "simple, canonizable if no entry has an atom";
  if (kind == "wigner" || kind == "four-moment" || kind == "bernoulli" || kind == "erdos-renyi" ||
      kind == "erdos-renyi-loops")
    return "not simple < n⁻ᴬ, any A; A1 → 0";
  return "";
}

/// The paper reaches Erdos-Renyi graphs by leaving pJ out; of the others it does not speak.
Cell paper_spread(const RandomCell& cell) {
  if (cell.ensemble->centred) return "1";
  return paper_says(cell).empty() ? "" : "1, rank one ignored";
}

} // namespace

Table fall_table(const RandomResults& results) {
  Table table;
  table.name = "fall";
  table.title = "How fast violations fall with n";
  table.caption =
      "The exponent a of share ~ n^a with its standard error, fitted to the sizes from which on "
      "the share stays below one half (binomial model, sizes without a violation included).";
  table.columns = {{"ensemble", Align::left},
                   {"p", Align::right},
                   {"the paper", Align::left, Origin::paper},
                   {"not simple", Align::right, Origin::ours, "exponent"},
                   {"A1 violated", Align::right, Origin::ours, "exponent"},
                   {"any violation", Align::right, Origin::ours, "exponent"},
                   {"any, at the largest n", Align::right}};
  for (const RandomSeries& series : results.series(false)) {
    const RandomCell& first = results.first(series);
    const auto fall = [&](Failing what) { return fall_cell(fall_of(results, series, what)); };
    table.row({first.kind(), probability_cell(first), paper_says(first),
               fall(Failing::simple_spectrum), fall(Failing::assumption1), fall(Failing::any),
               share_with_interval(count_of(results.tallies[series.cells.back()], Failing::any))});
  }
  table.notes = {
      "\"none\": not seen at any size, with the upper end of the 95 % interval over all of them. "
      "\"stays\": above one half at the largest size. \"last at\": below one half it was seen at "
      "one size only, which fits no exponent.",
      "\"bends\": no power law fits (χ²/df above 4); where the theorem promises a fall faster than "
      "any power, the exponent is that of the sizes seen and grows with them. The error is widened "
      "accordingly."};
  return table;
}

Table violation_table(const RandomResults& results) {
  Table table;
  table.name = "violations";
  table.title = "Every cell of the grid";
  table.caption = "With 95 % intervals (Clopper-Pearson; for vectors and spaces on the effective "
                  "sample size, since those of one graph are not independent).";
  const std::string violating = "violating";
  table.columns = {{"ensemble", Align::left},
                   {"p", Align::right},
                   {"n", Align::right},
                   {"trials", Align::right},
                   {"simple spectrum", Align::right},
                   {"A1, of simple vectors", Align::right, Origin::ours, violating},
                   {"A2, of multiple spaces", Align::right, Origin::ours, violating},
                   {"A3, of multiple spaces", Align::right, Origin::ours, violating},
                   {"any, of graphs", Align::right, Origin::ours, violating},
                   {"doubtful verdicts", Align::right}};
  for (std::size_t c = 0; c < results.plan.cells.size(); ++c) {
    const RandomCell& cell = results.plan.cells[c];
    const RandomTally& tally = results.tallies[c];
    if (cell.ensemble == nullptr) continue;
    ClusteredCount simple;
    simple.units = tally.trials;
    simple.hits = tally.trials - tally.not_simple;
    table.row({cell.kind(), probability_cell(cell), count_cell(cell.n), count_cell(tally.trials),
               share_with_interval(simple), share_with_interval(tally.assumption1),
               share_with_interval(tally.assumption2), share_with_interval(tally.assumption3),
               share_with_interval(count_of(tally, Failing::any)), count_cell(tally.doubtful)});
  }
  table.notes = {"Verdicts are those of canonize() at level map (Algorithms 1 and 2, c = 10). A "
                 "doubtful one has a margin below 1: it depends on the error of its eigenvectors.",
                 "A dash: no graph of the cell has a multiple eigenvalue."};
  return table;
}

Table projection_table(const RandomResults& results) {
  Table table;
  table.name = "projections";
  table.title = "√n u·ĵ of simple eigenvectors u against N(0,1)";
  table.columns = {{"ensemble", Align::left},
                   {"p", Align::right},
                   {"n", Align::right},
                   {"spread", Align::right},
                   {"the paper: spread", Align::right, Origin::paper},
                   {"KS distance", Align::right},
                   {"by chance (5 %)", Align::right},
                   {"exponent of n", Align::right},
                   {"vectors", Align::right}};
  for (const RandomSeries& series : results.series(false)) {
    const std::optional<PowerLaw> law = distance_law(results, series);
    for (const std::size_t c : series.cells) {
      const RandomCell& cell = results.plan.cells[c];
      const NormalBins& bins = results.tallies[c].projections;
      if (bins.samples() == 0) continue;
      const bool last = c == series.cells.back();
      table.row({cell.kind(), probability_cell(cell), count_cell(cell.n),
                 short_cell((bins.quantile(0.75) - bins.quantile(0.25)) / 1.34898, 3),
                 paper_spread(cell), short_cell(bins.distance(), 3),
                 short_cell(bins.critical_distance(), 2),
                 last && law ? deviation_cell(law->exponent, law->error, 2) : Cell(""),
                 count_cell(bins.samples())});
    }
  }
  table.notes = {
      "The spread is the distance of the quartiles over that of N(0,1), so the leading vector of a "
      "graph, near ĵ, does not count; below 0.002 it is the width of a bin. The sign of every "
      "vector is tossed. The exponent is fitted to the sizes before the first whose distance is "
      "near "
      "what chance explains.",
      "A theorem for matrices of mean 0. The adjacency matrix of a random graph has mean p: its "
      "leading vector takes nearly all of ĵ, and what is left for the others has spread "
      "sqrt((1-p)/(pn)). The eigenvectors of a regular graph are exactly orthogonal to ĵ. Neither "
      "makes them uncanonizable: u·ĵ = 0 is necessary for that and not sufficient."};
  return table;
}

Table rank_one_table(const RandomResults& results) {
  Table table;
  table.name = "rank-one";
  table.title = "The rank-one perturbation: Ã = pJ + B";
  table.columns = {{"p", Align::right},
                   {"n", Align::right},
                   {"sin·δ", Align::right, Origin::ours, "leading vector"},
                   {"exponent of n", Align::right, Origin::ours, "leading vector"},
                   {"the paper", Align::right, Origin::paper, "leading vector"},
                   {"sin ∠(ĵ, v₁)", Align::right, Origin::ours, "leading vector"},
                   {"λ₁(Ã) − pn", Align::right, Origin::ours, "leading eigenvalue"},
                   {"1−p", Align::right, Origin::ours, "leading eigenvalue"},
                   {"the paper", Align::right, Origin::paper, "leading eigenvalue"},
                   {"median sin ∠(v(Ã), v(B))", Align::right, Origin::ours, "other vectors"},
                   {"the paper", Align::right, Origin::paper, "other vectors"},
                   {"δ", Align::right},
                   {"trials", Align::right}};
  for (const RandomSeries& series : results.series(true)) {
    std::vector<LogPoint> points;
    for (const std::size_t c : series.cells) {
      const RandomCell& cell = results.plan.cells[c];
      const std::vector<RankOneChange>& changes = results.tallies[c].changes;
      const Mean top = mean_of(changes, &RankOneChange::top_sine);
      const Mean shift = mean_of(changes, &RankOneChange::shift);
      const Mean bulk = mean_of(changes, &RankOneChange::bulk_sine);
      const double delta = signal_to_noise(cell);
      if (top.error > 0.0)
        points.push_back({static_cast<double>(cell.n), top.value, top.error / top.value});
      const bool last = c == series.cells.back();
      const auto law = last ? fit_power_law(points) : std::nullopt;
      table.row({probability_cell(cell), count_cell(cell.n), short_cell(top.value * delta, 3),
                 law ? deviation_cell(law->exponent, law->error, 3) : Cell(""),
                 last ? Cell("C/δ, n^-0.5") : Cell("C/δ"), deviation_cell(top.value, top.error, 4),
                 deviation_cell(shift.value, shift.error, 3),
                 short_cell(1.0 - cell.p.value_or(0.5), 3), "within a constant",
                 deviation_cell(bulk.value, bulk.error, 3), "little or no effect",
                 short_cell(delta, 3), count_cell(changes.size())});
    }
  }
  table.notes = {
      "δ = pn / sqrt(np(1-p)): the theorem's, for entries of variance 1. It asks for a leading "
      "singular value of at least n, which holds for p >= 1/2; the shape holds below as well.",
      "Other vectors: each of Ã against the nearer of the two of B whose eigenvalues enclose its "
      "own. The theorems bound the leading vector alone; the others do rotate, by an angle that "
      "does not shrink with n, because pJ moves an eigenvalue by about as much as its neighbour is "
      "away. Mean over the trials ± its standard error."};
  return table;
}

} // namespace canon::lab
