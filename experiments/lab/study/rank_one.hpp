#pragma once

#include <canon/random.hpp>

#include <cstddef>

namespace canon::lab {

/// What adding the rank-one matrix pJ does to one symmetric Bernoulli matrix B; their sum is the
/// adjacency matrix of the Erdos-Renyi graph with loops.
struct RankOneChange {
  double top_sine = 0.0; ///< between the leading vectors of pJ (the ones) and of pJ + B
  double shift = 0.0;    ///< the largest eigenvalue of pJ + B minus that of pJ, which is pn
  /// The median over all other vectors of pJ + B of the sine of the angle to the nearer of the two
  /// vectors of B whose eigenvalues enclose its own; 0 if there are no others (n = 1).
  double bulk_sine = 0.0;

  bool operator==(const RankOneChange&) const = default;
};

/// ArgumentError unless n > 0 and 0 <= p <= 1.
[[nodiscard]] RankOneChange rank_one_change(std::size_t n, double p, Rng& rng);

} // namespace canon::lab
