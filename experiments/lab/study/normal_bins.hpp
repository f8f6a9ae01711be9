#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace canon::lab {

/// How a sample compares with the standard normal distribution: counts in bins of equal
/// probability under it. Counts, so that samples join in any order to the same bits.
class NormalBins {
public:
  static constexpr std::size_t bins = 1024;

  void add(double x);
  void join(const NormalBins& other);
  bool operator==(const NormalBins&) const = default;

  [[nodiscard]] std::size_t samples() const { return samples_; }
  /// One a bin, the smallest values first; empty before the first sample.
  [[nodiscard]] const std::vector<std::uint64_t>& counts() const { return counts_; }
  /// From `bins` counts, or none.
  [[nodiscard]] static NormalBins from(std::vector<std::uint64_t> counts);

  /// Kolmogorov and Smirnov's distance to N(0,1), taken at the edges of the bins: at most 1/bins
  /// below the true one. 0 without samples.
  [[nodiscard]] double distance() const;
  /// What that distance exceeds with probability 5 % if the samples are independent and normal.
  [[nodiscard]] double critical_distance() const;
  /// The value below which a share q of the samples lies; beyond the outermost edges (3.1) values
  /// are not distinguished.
  [[nodiscard]] double quantile(double q) const;
  /// The density between the edges of `count` equal intervals of [-reach, reach].
  [[nodiscard]] std::vector<double> density(double reach, std::size_t count) const;

private:
  /// The share of the samples below the point with normal probability `level`.
  [[nodiscard]] double cumulative(double level) const;

  std::vector<std::uint64_t> counts_;
  std::size_t samples_ = 0;
};

[[nodiscard]] double normal_cumulative(double x);
[[nodiscard]] double normal_quantile(double q);

} // namespace canon::lab
