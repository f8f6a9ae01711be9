#pragma once

#include <canon/error.hpp>

#include <armadillo>

#include <cmath>
#include <limits>
#include <string>

namespace canon {

/// ArgumentError, which names `who`, unless the matrix (dense or sparse) is square, finite, and
/// symmetric up to 64 ulps of its largest entry: what a normalisation by D^-1/2 leaves.
template <typename Matrix>
void require_symmetric(const Matrix& matrix, const std::string& who) {
  if (matrix.n_rows != matrix.n_cols)
    throw ArgumentError(who + ": expected a square matrix, got " + std::to_string(matrix.n_rows) +
                        " rows and " + std::to_string(matrix.n_cols) + " columns");
  if (matrix.n_rows == 0) return;
  if (!matrix.is_finite())
    throw ArgumentError(who + ": the matrix contains NaN or infinite entries");
  const double largest = arma::abs(matrix).max();
  const Matrix difference = matrix - matrix.t();
  const arma::uword worst = arma::abs(difference).eval().index_max();
  const arma::uword u = worst % matrix.n_rows, v = worst / matrix.n_rows;
  const double allowed = 64.0 * std::numeric_limits<double>::epsilon() * largest;
  if (std::abs(difference(u, v)) > allowed)
    throw ArgumentError(who + ": expected a symmetric matrix, got entries (" + std::to_string(u) +
                        ", " + std::to_string(v) + ") and (" + std::to_string(v) + ", " +
                        std::to_string(u) + ") that differ by " +
                        std::to_string(std::abs(difference(u, v))));
}

} // namespace canon
