#pragma once

#include <canon/export.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace canon CANON_API {

/// Where floating-point numbers stop being equal. Equality is a gap: values are sorted and cut
/// where neighbours differ by more than the tolerance; nothing is ever rounded to decimals.
struct Tolerance {
  double eigenvalue = 1e-9; ///< times the largest |eigenvalue|
  double length = 1e-8;     ///< between projection lengths |P e_i|, and between entries
  double zero = 1e-6;       ///< norm below which a projection counts as vanished

  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

/// What a settled space promises: two copies of a graph whose margins are both at least 1 have
/// canonical unit columns that differ by no more than this in any entry.
constexpr double claim_deviation = 1e-6;

/// How far the estimated errors are from mattering. Every comparison behind a verdict is recorded
/// with a bound on the error of what was compared, and so is the error of the result itself. The
/// safety is the factor by which all these errors could be larger before a comparison could fall
/// the other way, or the result be off by more than half of claim_deviation.
class Margin {
public:
  /// Records that `value`, known up to `error`, was compared with `tolerance`.
  void observe(double value, double tolerance, double error) {
    allow(error, std::abs(value - tolerance));
  }

  /// Records an error that may be as large as `allowed`.
  void allow(double error, double allowed) {
    // Products instead of quotients: this is called for every pair of neighbours that is compared.
    if (allowed * error_ < allowed_ * error) {
      allowed_ = allowed;
      error_ = error;
    }
  }

  /// Records an error of canonical columns that are handed out.
  void promise(double error) { allow(error, 0.5 * claim_deviation); }

  /// Nothing is known: a safety of 0.
  void give_up() { allowed_ = 0.0; }

  void join(const Margin& other) { allow(other.error_, other.allowed_); }

  /// Below 1 the verdict is not to be relied on. Always finite.
  [[nodiscard]] double safety() const { return allowed_ / error_; }

private:
  // The smallest of all quotients so far.
  double allowed_ = 1.0;
  double error_ = std::numeric_limits<double>::epsilon();
};

/// What rounding alone does to the entries and sums of a unit vector of n entries.
[[nodiscard]] inline double rounding_error(std::size_t n) {
  return 4.0 * std::numeric_limits<double>::epsilon() * std::sqrt(static_cast<double>(n));
}

} // namespace canon
