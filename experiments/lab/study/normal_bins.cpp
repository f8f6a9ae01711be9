#include "study/normal_bins.hpp"

#include <canon/error.hpp>

#include <boost/math/special_functions/erf.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace canon::lab {

double normal_cumulative(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

double normal_quantile(double q) {
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * q);
}

void NormalBins::add(double x) {
  if (counts_.empty()) counts_.resize(bins, 0);
  const double place = normal_cumulative(x) * static_cast<double>(bins);
  ++counts_[std::min(static_cast<std::size_t>(place), bins - 1)];
  ++samples_;
}

void NormalBins::join(const NormalBins& other) {
  if (other.counts_.empty()) return;
  if (counts_.empty()) counts_.resize(bins, 0);
  for (std::size_t i = 0; i < bins; ++i)
    counts_[i] += other.counts_[i];
  samples_ += other.samples_;
}

NormalBins NormalBins::from(std::vector<std::uint64_t> counts) {
  if (!counts.empty() && counts.size() != bins)
    throw ArgumentError("normal bins: expected " + std::to_string(bins) + " counts, got " +
                        std::to_string(counts.size()));
  NormalBins result;
  result.samples_ = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  result.counts_ = std::move(counts);
  return result;
}

double NormalBins::distance() const {
  if (samples_ == 0) return 0.0;
  double worst = 0.0;
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < bins; ++i) {
    below += counts_[i];
    const double expected = static_cast<double>(i + 1) / static_cast<double>(bins);
    worst = std::max(
        worst, std::abs(static_cast<double>(below) / static_cast<double>(samples_) - expected));
  }
  return worst;
}

double NormalBins::critical_distance() const {
  return samples_ == 0 ? 1.0 : std::min(1.0, 1.3581 / std::sqrt(static_cast<double>(samples_)));
}

double NormalBins::quantile(double q) const {
  const double wanted = q * static_cast<double>(samples_);
  double below = 0.0;
  std::size_t i = 0;
  while (i + 1 < counts_.size() && below + static_cast<double>(counts_[i]) < wanted)
    below += static_cast<double>(counts_[i++]);
  const double inside =
      i < counts_.size() && counts_[i] > 0 ? (wanted - below) / static_cast<double>(counts_[i]) : 0;
  const double level = (static_cast<double>(i) + inside) / static_cast<double>(bins);
  const double edge = 1.0 / static_cast<double>(bins);
  return normal_quantile(std::clamp(level, edge, 1.0 - edge));
}

double NormalBins::cumulative(double level) const {
  if (samples_ == 0) return 0.0;
  const double place = level * static_cast<double>(bins);
  const std::size_t whole = std::min(static_cast<std::size_t>(place), bins - 1);
  const auto end = counts_.begin() + static_cast<std::ptrdiff_t>(whole);
  const double below = static_cast<double>(std::accumulate(counts_.begin(), end, std::uint64_t{0}));
  return (below + (place - static_cast<double>(whole)) * static_cast<double>(*end)) /
         static_cast<double>(samples_);
}

std::vector<double> NormalBins::density(double reach, std::size_t count) const {
  std::vector<double> result(count);
  const double width = 2.0 * reach / static_cast<double>(count);
  const auto at = [&](std::size_t i) {
    return cumulative(normal_cumulative(-reach + width * static_cast<double>(i)));
  };
  for (std::size_t i = 0; i < count; ++i)
    result[i] = (at(i + 1) - at(i)) / width;
  return result;
}

} // namespace canon::lab
