#pragma once

#include "study/power_law.hpp"
#include "study/random_tally.hpp"

#include <optional>
#include <string>
#include <vector>

namespace canon::lab {

/// The cells of one ensemble and probability, by size.
struct RandomSeries {
  std::string name;
  std::vector<std::size_t> cells;
};

/// A finished study: one tally a cell.
struct RandomResults {
  RandomPlan plan;
  std::vector<RandomTally> tallies;

  /// Of ensembles, or of the rank-one change.
  [[nodiscard]] std::vector<RandomSeries> series(bool rank_one) const;
  [[nodiscard]] const RandomCell& first(const RandomSeries& series) const {
    return plan.cells[series.cells.front()];
  }
  [[nodiscard]] const RandomCell& last(const RandomSeries& series) const {
    return plan.cells[series.cells.back()];
  }
};

/// What can go wrong, as a share of something.
enum class Failing {
  simple_spectrum, ///< of graphs: an eigenvalue is multiple
  assumption1,     ///< of eigenvectors of simple eigenvalues
  assumption2,     ///< of eigenspaces of multiple ones
  assumption3,
  any ///< of graphs: any assumption
};

[[nodiscard]] ClusteredCount count_of(const RandomTally& tally, Failing what);

/// How a share goes with n over a series.
struct Fall {
  enum Kind {
    untold, ///< nothing to divide by
    never,  ///< not seen at any size
    stays,  ///< above one half at the largest size
    once,   ///< of the sizes from where it stays below one half, seen at one only
    fitted  ///< a power of n fitted to those sizes
  } kind = untold;
  ClusteredCount all;     ///< over all sizes
  std::size_t last_n = 0; ///< the largest size at which it was seen
  std::size_t from_n = 0; ///< the smallest size of the fit
  std::optional<PowerLaw> law;
};

[[nodiscard]] Fall fall_of(const RandomResults& results, const RandomSeries& series, Failing what);

/// The distance of the projections to N(0,1) as a power of n, from the sizes before the first at
/// which it is near what chance explains; nothing if they are fewer than two.
[[nodiscard]] std::optional<PowerLaw> distance_law(const RandomResults& results,
                                                   const RandomSeries& series);

/// Mean and its standard error (0 of a single value, NaN of none), and the standard deviation.
struct Mean {
  double value = 0.0, error = 0.0, deviation = 0.0;
};
[[nodiscard]] Mean mean_of(const std::vector<RankOneChange>& changes, double RankOneChange::*which);

/// The leading eigenvalue of pJ over the norm of B's scale: the theorem's delta, for entries of
/// variance 1. pn / sqrt(n p (1-p)).
[[nodiscard]] double signal_to_noise(const RandomCell& cell);

} // namespace canon::lab
