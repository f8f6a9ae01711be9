#pragma once

#include <canon/canonize.hpp>

#include <limits>

namespace canon {

/// The decision of a sign rule: make the vector positive along +1 or -1, or 0 for no decision.
struct SignDecision {
  int direction = 0;
  /// How far the vector may be from the exact one before a comparison could fall the other way.
  double room = std::numeric_limits<double>::max();
};

/// `scratch` is working memory kept between calls, so that a vector costs no allocation.
[[nodiscard]] SignDecision decide_sign(const double* u, std::size_t n,
                                       const CanonizeOptions& options,
                                       std::vector<double>& scratch);

/// Decides and flips. `error` bounds the distance of u from the exact vector. The margin is the
/// decision's own; the caller joins the spectrum's.
Outcome settle_sign(double* u, std::size_t n, const CanonizeOptions& options, double error,
                    std::vector<double>& scratch);

} // namespace canon
