#pragma once

#include "report/report.hpp"
#include "study/random_results.hpp"

#include <vector>

namespace canon::lab {

/// Tables, plots and words of a finished study; the stamp is the caller's.
[[nodiscard]] Report random_report(const RandomResults& results);

/// How fast each share falls with n, one row per series, beside what the paper says of it.
[[nodiscard]] Table fall_table(const RandomResults& results);
/// Every cell of the grid with its intervals.
[[nodiscard]] Table violation_table(const RandomResults& results);
/// sqrt(n) u.j against N(0,1).
[[nodiscard]] Table projection_table(const RandomResults& results);
/// What pJ does to the eigenvectors of B.
[[nodiscard]] Table rank_one_table(const RandomResults& results);
/// The statements of the paper's appendix, each beside what was measured.
[[nodiscard]] Table statement_table(const RandomResults& results);

/// Shares of violations against n, on logarithmic axes; plots without a point are left out.
[[nodiscard]] std::vector<Plot> violation_plots(const RandomResults& results);
/// Histogram, quantiles and distance of sqrt(n) u.j against N(0,1).
[[nodiscard]] std::vector<Plot> projection_plots(const RandomResults& results);
/// Angles with and without pJ.
[[nodiscard]] std::vector<Plot> rank_one_plots(const RandomResults& results);

} // namespace canon::lab
