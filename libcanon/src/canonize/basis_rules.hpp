#pragma once

#include "canonize/axis_classes.hpp"

#include <canon/canonize.hpp>

namespace canon {

/// Vectors x_i = b_i + c (1,...,1) projected onto a d-dimensional space, in its coordinates.
struct Directions {
  arma::mat sums;              ///< d x k: the projection of b_i, a sum of axes
  std::vector<double> lengths; ///< |b_i|: the root of the number of axes
  double c = 0.0;              ///< if it is not 0, the b_i add up to (1,...,1)
  std::size_t vertices = 0;

  /// The summary vectors of these classes. Reuses the memory.
  void take(const arma::mat& basis, const AxisClasses& classes, double constant);
};

/// Gram-Schmidt over directions of a d-dimensional space, in its coordinates.
struct AxisBasis {
  arma::mat q;                ///< d x rank, orthonormal
  std::vector<double> errors; ///< how far a column of q may be off, to first order
  bool complete = false;      ///< rank == d
  bool vanished = false;      ///< a direction lay in the span of those before it

  /// The largest of the errors.
  [[nodiscard]] double error() const;

  // Working memory of axis_basis.
  arma::mat inverse;           ///< of the triangular factor
  std::vector<double> sources; ///< how far the directions taken may be off
  std::vector<double> along;   ///< coefficients of a direction in the columns before it
  std::vector<double> shift;   ///< the projection of c (1,...,1)
};

/// `search`: a vanishing direction is passed over (Algorithm 7); otherwise it ends the walk
/// (Algorithm 2). Norms are tested before they are divided by; each comparison goes to `margin`.
/// `error` bounds the angle between the space and the exact one. Reuses the memory of `result`.
void axis_basis(const Directions& directions, bool search, const Tolerance& tolerance, double error,
                Margin& margin, AxisBasis& result);

/// Working memory kept between spaces, so that a space costs no allocation.
struct BasisWorkspace {
  std::vector<double> lengths;
  AxisClasses classes;
  Directions directions;
  AxisBasis axes;
};

/// Algorithm 2 and, from Level::search on, Algorithm 7, on the n x d matrix at `columns` in place.
Outcome settle_basis(double* columns, std::size_t n, std::size_t d, const CanonizeOptions& options,
                     double error, BasisWorkspace& workspace);

/// The rule of OAP, for comparison: axes are distinguished by a hash of their projection, the sum
/// of the cubes of its entries plus its own entry, and dependent classes are passed over.
Outcome settle_by_row_hash(double* columns, std::size_t n, std::size_t d,
                           const CanonizeOptions& options, double error, BasisWorkspace& workspace);

} // namespace canon
