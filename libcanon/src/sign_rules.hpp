#pragma once

#include <canon/canonize.hpp>

namespace canon {

/// The decision of a sign rule: make the vector positive along +1 or -1, or 0 for no decision.
struct SignDecision {
  int direction = 0;
  Margin margin;
};

/// `scratch` is working memory kept between calls, so that a vector costs no allocation.
[[nodiscard]] SignDecision decide_sign(const double* u, std::size_t n,
                                       const CanonizeOptions& options,
                                       std::vector<double>& scratch);

/// Decides and flips. The margin is the decision's own; the caller joins the spectrum's.
Outcome settle_sign(double* u, std::size_t n, const CanonizeOptions& options,
                    std::vector<double>& scratch);

} // namespace canon
