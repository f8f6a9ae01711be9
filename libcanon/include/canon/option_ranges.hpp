#pragma once

#include <canon/canonize.hpp>
#include <canon/export.hpp>

namespace canon CANON_API {

/// The largest |c|. The error of a summary vector grows like c eps sqrt(n): far above this the
/// signs are those of rounding noise.
inline constexpr double largest_c = 1e6;

/// What the programs take as a tolerance: below, equal numbers differ by rounding; above, unequal
/// ones are called equal in most graphs.
inline constexpr double smallest_tolerance = 1e-14, largest_tolerance = 1e-2;

/// Throws ArgumentError, which names the condition, unless every tolerance is finite and >= 0.
void require_ranges(const Tolerance& tolerance);

/// The same for the options: |c| <= largest_c, max_nodes >= 1, AxisRule::row_hash only up to
/// Level::map, and the tolerances as above.
/// Example:
///   CanonizeOptions options;
///   options.c = 1e9;
///   require_ranges(options); // ArgumentError: expected |c| <= 1e+06, got c = 1e+09
void require_ranges(const CanonizeOptions& options);

} // namespace canon
