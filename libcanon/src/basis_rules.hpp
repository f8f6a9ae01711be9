#pragma once

#include <canon/axis_classes.hpp>
#include <canon/canonize.hpp>

namespace canon {

/// Gram-Schmidt over directions of a d-dimensional space, in its coordinates.
struct AxisBasis {
  arma::mat q;           ///< d x rank, orthonormal
  bool complete = false; ///< rank == d
  bool vanished = false; ///< a direction lay in the span of those before it
};

/// The directions are the columns of `directions` (d x k). `search`: a vanishing direction is
/// passed over (Algorithm 7); otherwise it ends the walk (Algorithm 2). Norms are tested before
/// they are divided by; each comparison goes to `margin`. Reuses the memory of `result`.
void axis_basis(const arma::mat& directions, bool search, const Tolerance& tolerance,
                Margin& margin, AxisBasis& result);

/// Working memory kept between spaces, so that a space costs no allocation.
struct BasisWorkspace {
  std::vector<double> lengths;
  AxisClasses classes;
  arma::mat sums;
  AxisBasis axes;
};

/// Algorithm 2 and, from Level::search on, Algorithm 7, on the n x d matrix at `columns` in place.
Outcome settle_basis(double* columns, std::size_t n, std::size_t d, const CanonizeOptions& options,
                     BasisWorkspace& workspace);

/// The rule of OAP, for comparison: axes are told apart by a hash of their projection, the sum of
/// the cubes of its entries plus its own entry, and dependent classes are passed over.
Outcome settle_by_row_hash(double* columns, std::size_t n, std::size_t d,
                           const CanonizeOptions& options, BasisWorkspace& workspace);

} // namespace canon
