#pragma once

#include <canon/axis_classes.hpp>
#include <canon/canonize.hpp>

namespace canon {

/// Gram-Schmidt over the columns of `directions` (d x k, in coordinates of a d-dimensional space).
struct AxisBasis {
  arma::mat q;           ///< d x rank, orthonormal
  bool complete = false; ///< rank == d
  bool vanished = false; ///< a direction lay in the span of those before it
};

/// `search`: a vanishing direction is passed over (Algorithm 7); otherwise it ends the walk
/// (Algorithm 2). Norms are tested before they are divided by; each comparison goes to `margin`.
[[nodiscard]] AxisBasis axis_basis(const arma::mat& directions, bool search,
                                   const Tolerance& tolerance, Margin& margin);

/// Algorithm 2 and, from Level::search on, Algorithm 7, on `basis` in place.
Outcome settle_basis(arma::mat& basis, const CanonizeOptions& options);

} // namespace canon
