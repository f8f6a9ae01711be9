#pragma once

#include <canon/random.hpp>

#include <cmath>
#include <cstdint>
#include <optional>

namespace canon {

/// The successes among `count` independent trials of probability p, in ascending order: one draw a
/// success instead of one per trial.
class GeometricSkips {
public:
  GeometricSkips(std::uint64_t count, double p) : count_(count), p_(p), log_q_(std::log1p(-p)) {}

  [[nodiscard]] std::optional<std::uint64_t> next(Rng& rng) {
    if (p_ <= 0.0 || next_ >= count_) return std::nullopt;
    if (p_ < 1.0) {
      const double skip = std::floor(std::log1p(-uniform01(rng)) / log_q_);
      // Compared as doubles: for a tiny p the skip may exceed every integer type.
      if (skip >= static_cast<double>(count_ - next_)) {
        next_ = count_;
        return std::nullopt;
      }
      next_ += static_cast<std::uint64_t>(skip);
    }
    return next_++;
  }

private:
  std::uint64_t count_;
  double p_;
  double log_q_;
  std::uint64_t next_ = 0;
};

} // namespace canon
