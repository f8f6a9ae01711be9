#pragma once

#include "report/table.hpp"

#include <cstddef>

namespace canon::lab {

/// Clopper and Pearson's interval of a share that gave `hits` among independent `trials`: its
/// coverage is never below the confidence; from 0 to 1 without a trial. ArgumentError unless 0 <=
/// hits <= trials and 0 < confidence < 1. Effective sizes need not be whole.
[[nodiscard]] Interval clopper_pearson(double hits, double trials, double confidence = 0.95);

/// Hits among units that come in clusters (the eigenvectors of one graph), which are independent
/// of one another while the units of one are not.
struct ClusteredCount {
  std::size_t clusters = 0;
  std::size_t units = 0, hits = 0;
  /// Sums over the clusters of units^2, units * hits and hits^2.
  std::size_t units_units = 0, units_hits = 0, hits_hits = 0;

  void add_cluster(std::size_t units_in_it, std::size_t hits_in_it);
  void join(const ClusteredCount& other);
  bool operator==(const ClusteredCount&) const = default;

  /// hits / units; NaN without units.
  [[nodiscard]] double share() const;
  /// The variance of the share over that of as many independent units, at least 1 (1 too where
  /// it cannot be estimated: no hit, nothing but hits, less than two clusters).
  [[nodiscard]] double design_effect() const;
  /// Clopper-Pearson on the effective sample size, units / design_effect (Korn and Graubard).
  [[nodiscard]] Interval interval(double confidence = 0.95) const;
};

} // namespace canon::lab
