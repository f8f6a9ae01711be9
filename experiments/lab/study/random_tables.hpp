#pragma once

#include "study/random_results.hpp"

namespace canon::lab {

/// How fast each share falls with n, one row a series, beside what the paper says of it.
[[nodiscard]] Table fall_table(const RandomResults& results);
/// Every cell of the grid with its intervals.
[[nodiscard]] Table violation_table(const RandomResults& results);
/// sqrt(n) u.j against N(0,1).
[[nodiscard]] Table projection_table(const RandomResults& results);
/// What pJ does to the eigenvectors of B.
[[nodiscard]] Table rank_one_table(const RandomResults& results);
/// The statements of the paper's appendix, each beside what was measured.
[[nodiscard]] Table statement_table(const RandomResults& results);

} // namespace canon::lab
