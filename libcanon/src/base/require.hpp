#pragma once

#include <canon/error.hpp>

#include <string>

namespace canon {

/// Throws ArgumentError with `message`, which states what should have held, unless it holds.
inline void require(bool holds, const std::string& message) {
  if (!holds) throw ArgumentError(message);
}

/// NaN fails both comparisons and is refused with the rest.
inline void require_probability(double p, const std::string& who) {
  require(p >= 0.0 && p <= 1.0, who + ": expected 0 <= p <= 1, got p = " + std::to_string(p));
}

} // namespace canon
