#pragma once

#include "study/normal_bins.hpp"
#include "study/proportion.hpp"
#include "study/random_plan.hpp"
#include "study/rank_one.hpp"
#include "study/violation.hpp"

#include <span>

namespace canon::lab {

/// What some trials of one cell gave. Joined chunk by chunk in order.
struct RandomTally {
  std::size_t trials = 0;
  std::size_t not_simple = 0; ///< spectra with a multiple eigenvalue
  std::size_t violating = 0;  ///< graphs with any violation
  ClusteredCount assumption1; ///< simple eigenvectors, clustered by graph
  ClusteredCount assumption2; ///< multiple eigenspaces, clustered by graph
  ClusteredCount assumption3;
  std::size_t doubtful = 0; ///< verdicts with a margin below 1
  NormalBins projections;   ///< sqrt(n) u.j of the simple eigenvectors u, with a random sign
  std::vector<RankOneChange> changes; ///< one per trial of a rank-one cell

  void add(const Violations& found);
  void join(const RandomTally& other);
  bool operator==(const RandomTally&) const = default;
};

[[nodiscard]] Json tally_json(const RandomTally& tally);
/// nlohmann's exceptions and ArgumentError where it does not fit.
[[nodiscard]] RandomTally tally_of(const Json& json);

/// One matrix: canonized by the production functions, its verdicts and projections counted.
void run_trial(const RandomCell& cell, const EnsembleOptions& options, Rng& rng,
               RandomTally& tally);
/// One per generator, their spectra solved together (see solve_spectra): the same counts as one by
/// one.
void run_trials(const RandomCell& cell, const EnsembleOptions& options, std::span<Rng> rngs,
                RandomTally& tally);
[[nodiscard]] RandomTally run_chunk(const RandomPlan& plan, const RandomChunk& chunk);

} // namespace canon::lab
