#include "study/random_results.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace canon::lab {
namespace {

ClusteredCount independent(std::size_t units, std::size_t hits) {
  ClusteredCount count;
  count.units = units;
  count.hits = hits;
  return count;
}

} // namespace

std::vector<RandomSeries> RandomResults::series(bool rank_one) const {
  std::vector<RandomSeries> result;
  for (std::size_t c = 0; c < plan.cells.size(); ++c) {
    if ((plan.cells[c].ensemble == nullptr) != rank_one) continue;
    const std::string name = plan.cells[c].series();
    if (result.empty() || result.back().name != name) result.push_back({name, {}});
    result.back().cells.push_back(c);
  }
  return result;
}

ClusteredCount count_of(const RandomTally& tally, Failing what) {
  switch (what) {
  case Failing::simple_spectrum:
    return independent(tally.trials, tally.not_simple);
  case Failing::assumption1:
    return tally.assumption1;
  case Failing::assumption2:
    return tally.assumption2;
  case Failing::assumption3:
    return tally.assumption3;
  case Failing::any:
    break;
  }
  return independent(tally.trials, tally.violating);
}

Fall fall_of(const RandomResults& results, const RandomSeries& series, Failing what) {
  Fall fall;
  std::vector<SharePoint> tail; // what comes after the last share above one half
  std::size_t seen = 0;         // sizes of the tail with a hit
  for (const std::size_t c : series.cells) {
    const ClusteredCount count = count_of(results.tallies[c], what);
    if (count.units == 0) continue;
    const std::size_t n = results.plan.cells[c].n;
    fall.all.join(count);
    if (count.hits > 0) fall.last_n = n;
    if (2 * count.hits > count.units) {
      tail.clear();
      seen = 0;
      fall.kind = Fall::stays;
      continue;
    }
    fall.kind = Fall::never;
    const double effect = count.design_effect();
    if (tail.empty()) fall.from_n = n;
    tail.push_back({static_cast<double>(n), static_cast<double>(count.hits) / effect,
                    static_cast<double>(count.units) / effect});
    if (count.hits > 0) ++seen;
  }
  if (fall.kind != Fall::never || fall.all.hits == 0) return fall;
  fall.kind = Fall::once;
  if (seen >= 2) fall.law = fit_share_power_law(tail);
  if (fall.law) fall.kind = Fall::fitted;
  return fall;
}

std::optional<PowerLaw> distance_law(const RandomResults& results, const RandomSeries& series) {
  std::vector<LogPoint> points;
  for (const std::size_t c : series.cells) {
    const NormalBins& bins = results.tallies[c].projections;
    if (bins.samples() == 0) continue;
    // Later sizes that exceed it do so by chance, and would flatten the fall.
    if (bins.distance() <= 1.5 * bins.critical_distance()) break;
    // An upper bound on the deviation of a share.
    const double noise = 0.5 / std::sqrt(static_cast<double>(bins.samples()));
    points.push_back(
        {static_cast<double>(results.plan.cells[c].n), bins.distance(), noise / bins.distance()});
  }
  return fit_power_law(points);
}

Mean mean_of(const std::vector<RankOneChange>& changes, double RankOneChange::*which) {
  const double count = static_cast<double>(changes.size());
  Mean mean;
  for (const RankOneChange& change : changes)
    mean.value += change.*which / count;
  if (changes.empty()) mean.value = std::numeric_limits<double>::quiet_NaN();
  if (changes.size() < 2) return mean;
  double squares = 0.0;
  for (const RankOneChange& change : changes)
    squares += std::pow(change.*which - mean.value, 2);
  mean.deviation = std::sqrt(squares / (count - 1.0));
  mean.error = mean.deviation / std::sqrt(count);
  return mean;
}

double signal_to_noise(const RandomCell& cell) {
  const double p = cell.p.value_or(0.5);
  return std::sqrt(static_cast<double>(cell.n) * p / (1.0 - p));
}

} // namespace canon::lab
