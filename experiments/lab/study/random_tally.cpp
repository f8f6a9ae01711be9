#include "study/random_tally.hpp"

#include <canon/error.hpp>

#include <algorithm>

namespace canon::lab {
namespace {

Json counts_json(const ClusteredCount& count) {
  return {count.clusters,    count.units,      count.hits,
          count.units_units, count.units_hits, count.hits_hits};
}

ClusteredCount counts_of(const Json& json) {
  const auto at = [&](std::size_t i) { return json.at(i).get<std::size_t>(); };
  return {at(0), at(1), at(2), at(3), at(4), at(5)};
}

/// [place, count, place, count, ...] of the bins that are not empty.
Json bins_json(const NormalBins& bins) {
  Json pairs = Json::array();
  for (std::size_t i = 0; i < bins.counts().size(); ++i)
    if (bins.counts()[i] > 0) {
      pairs.push_back(i);
      pairs.push_back(bins.counts()[i]);
    }
  return pairs;
}

NormalBins bins_of(const Json& pairs) {
  if (pairs.empty()) return {};
  std::vector<std::uint64_t> counts(NormalBins::bins, 0);
  for (std::size_t i = 0; i < pairs.size(); i += 2)
    counts.at(pairs.at(i).get<std::size_t>()) = pairs.at(i + 1).get<std::uint64_t>();
  return NormalBins::from(std::move(counts));
}

/// sqrt(n) u.j with j = (1,...,1)/sqrt(n) is the sum of the entries. The sign of an eigenvector
/// is nobody's choice, so a coin decides.
void add_projections(const Spectrum& spectrum, Rng& rng, NormalBins& bins) {
  for (const Eigenspace& space : spectrum.spaces) {
    if (space.dimension > 1) continue;
    const double sum = arma::accu(spectrum.vectors.col(space.first));
    bins.add(uniform01(rng) < 0.5 ? sum : -sum);
  }
}

} // namespace

void RandomTally::add(const Violations& found) {
  ++trials;
  not_simple += found.simple_spectrum() ? 0 : 1;
  violating += found.any() ? 1 : 0;
  assumption1.add_cluster(found.simple, found.assumption1);
  assumption2.add_cluster(found.multiple, found.assumption2);
  assumption3.add_cluster(found.multiple, found.assumption3);
  doubtful += found.doubtful;
}

void RandomTally::join(const RandomTally& other) {
  trials += other.trials;
  not_simple += other.not_simple;
  violating += other.violating;
  assumption1.join(other.assumption1);
  assumption2.join(other.assumption2);
  assumption3.join(other.assumption3);
  doubtful += other.doubtful;
  projections.join(other.projections);
  changes.insert(changes.end(), other.changes.begin(), other.changes.end());
}

Json tally_json(const RandomTally& tally) {
  Json changes = Json::array();
  for (const RankOneChange& change : tally.changes)
    changes.push_back({change.top_sine, change.shift, change.bulk_sine});
  return {{"trials", tally.trials},
          {"not_simple", tally.not_simple},
          {"violating", tally.violating},
          {"assumption1", counts_json(tally.assumption1)},
          {"assumption2", counts_json(tally.assumption2)},
          {"assumption3", counts_json(tally.assumption3)},
          {"doubtful", tally.doubtful},
          {"projections", bins_json(tally.projections)},
          {"changes", std::move(changes)}};
}

RandomTally tally_of(const Json& json) {
  RandomTally tally;
  tally.trials = json.at("trials").get<std::size_t>();
  tally.not_simple = json.at("not_simple").get<std::size_t>();
  tally.violating = json.at("violating").get<std::size_t>();
  tally.assumption1 = counts_of(json.at("assumption1"));
  tally.assumption2 = counts_of(json.at("assumption2"));
  tally.assumption3 = counts_of(json.at("assumption3"));
  tally.doubtful = json.at("doubtful").get<std::size_t>();
  tally.projections = bins_of(json.at("projections"));
  for (const Json& change : json.at("changes"))
    tally.changes.push_back(
        {change.at(0).get<double>(), change.at(1).get<double>(), change.at(2).get<double>()});
  return tally;
}

void run_trial(const RandomCell& cell, const EnsembleOptions& options, Rng& rng,
               RandomTally& tally) {
  if (cell.ensemble == nullptr) {
    ++tally.trials;
    tally.changes.push_back(rank_one_change(cell.n, cell.p.value_or(0.5), rng));
    return;
  }
  run_trials(cell, options, std::span(&rng, 1), tally);
}

void run_trials(const RandomCell& cell, const EnsembleOptions& options, std::span<Rng> rngs,
                RandomTally& tally) {
  if (cell.ensemble == nullptr) {
    for (Rng& rng : rngs)
      run_trial(cell, options, rng, tally);
    return;
  }
  std::vector<arma::mat> matrices;
  matrices.reserve(rngs.size());
  for (Rng& rng : rngs)
    matrices.push_back(cell.ensemble->draw(cell.n, cell.p.value_or(0.0), options, rng));
  SpectrumOptions all_pairs;
  all_pairs.solver = Solver::batched;
  solve_spectra(std::span<const arma::mat>(matrices), eigenvalue_order(options.op), all_pairs,
                [&](std::size_t i, Spectrum& spectrum) {
                  tally.add(find_violations(spectrum));
                  add_projections(spectrum, rngs[i], tally.projections);
                });
}

RandomTally run_chunk(const RandomPlan& plan, const RandomChunk& chunk) {
  const RandomCell& cell = plan.cells[chunk.cell];
  const std::uint64_t seed = cell.seed(plan.seed);
  // Enough to fill the lanes, in little memory.
  constexpr std::size_t most_entries = std::size_t{1} << 20;
  const std::size_t window = std::clamp<std::size_t>(most_entries / (cell.n * cell.n + 1), 24, 384);
  RandomTally tally;
  const std::size_t end = chunk.first + chunk.count;
  std::vector<Rng> rngs;
  for (std::size_t first = chunk.first; first < end; first += window) {
    rngs.clear();
    for (std::size_t trial = first; trial < std::min(first + window, end); ++trial)
      rngs.push_back(trial_rng(seed, trial));
    run_trials(cell, plan.options, rngs, tally);
  }
  return tally;
}

} // namespace canon::lab
