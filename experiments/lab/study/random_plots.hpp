#pragma once

#include "report/plot.hpp"
#include "study/random_results.hpp"

namespace canon::lab {

/// Shares of violations against n, on logarithmic axes; plots without a point are left out.
[[nodiscard]] std::vector<Plot> violation_plots(const RandomResults& results);
/// Histogram, quantiles and distance of sqrt(n) u.j against N(0,1).
[[nodiscard]] std::vector<Plot> projection_plots(const RandomResults& results);
/// Angles with and without pJ.
[[nodiscard]] std::vector<Plot> rank_one_plots(const RandomResults& results);

} // namespace canon::lab
