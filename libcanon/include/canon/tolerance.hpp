#pragma once

#include <algorithm>
#include <limits>

namespace canon {

/// Where floating-point numbers stop being equal. Equality is a gap: values are sorted and cut
/// where neighbours differ by more than the tolerance; nothing is ever rounded to decimals.
struct Tolerance {
  double eigenvalue = 1e-9; ///< times the largest |eigenvalue|
  double length = 1e-8;     ///< between projection lengths |P e_i|, and between entries
  double zero = 1e-6;       ///< norm below which a projection counts as vanished
};

/// How far the comparisons behind a verdict were from falling the other way. Every compared
/// quantity is recorded in units of its tolerance, so that different kinds can be joined.
class Margin {
public:
  /// Records that `value` >= 0 was compared with `tolerance`: above it, "different"; else "equal".
  void observe(double value, double tolerance) {
    // Products instead of quotients: a division only where the record changes.
    if (value > tolerance) {
      if (value < different_ * tolerance) different_ = value / tolerance;
    } else if (value > equal_ * tolerance) {
      equal_ = value / tolerance;
    }
  }

  /// Records an estimated error of the data themselves: one above the tolerance makes the verdict
  /// doubtful (safety below 1).
  void observe_error(double error, double tolerance) {
    equal_ = std::max(equal_, error / tolerance);
  }

  void join(const Margin& other) {
    different_ = std::min(different_, other.different_);
    equal_ = std::max(equal_, other.equal_);
  }

  /// The smallest quantity called different (infinite if there was none), in tolerances.
  [[nodiscard]] double different() const { return different_; }
  /// The largest quantity called equal (0 if there was none), in tolerances.
  [[nodiscard]] double equal() const { return equal_; }

  /// The factor by which every comparison could have been off without changing the verdict. Below
  /// 1 the verdict is not to be relied on. Always finite: differences under rounding are not seen.
  [[nodiscard]] double safety() const {
    return std::min(different_, 1.0 / std::max(equal_, std::numeric_limits<double>::epsilon()));
  }

private:
  double different_ = std::numeric_limits<double>::infinity();
  double equal_ = 0.0;
};

} // namespace canon
