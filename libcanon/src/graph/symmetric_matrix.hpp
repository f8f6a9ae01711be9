#pragma once

#include <canon/error.hpp>

#include <armadillo>

#include <cmath>
#include <limits>
#include <string>

namespace canon {

/// An entry of a matrix.
struct MatrixEntry {
  arma::uword row = 0, column = 0;
  double value = 0.0;
};

/// The largest entry by modulus; zero for a matrix without entries.
inline MatrixEntry largest_entry(const arma::mat& matrix) {
  if (matrix.is_empty()) return {};
  const arma::uword at = arma::abs(matrix).index_max();
  return {at % matrix.n_rows, at / matrix.n_rows, matrix(at)};
}
inline MatrixEntry largest_entry(const arma::sp_mat& matrix) {
  MatrixEntry largest;
  for (auto entry = matrix.begin(); entry != matrix.end(); ++entry)
    if (std::abs(*entry) > std::abs(largest.value)) largest = {entry.row(), entry.col(), *entry};
  return largest;
}

/// ArgumentError, which names `who`, unless the matrix (dense or sparse) is square, finite, and
/// symmetric up to 64 ulps of its largest entry: what a normalisation by D^-1/2 leaves.
template <typename Matrix>
void require_symmetric(const Matrix& matrix, const std::string& who) {
  if (matrix.n_rows != matrix.n_cols)
    throw ArgumentError(who + ": expected a square matrix, got " + std::to_string(matrix.n_rows) +
                        " rows and " + std::to_string(matrix.n_cols) + " columns");
  if (!matrix.is_finite())
    throw ArgumentError(who + ": the matrix contains NaN or infinite entries");
  const MatrixEntry worst = largest_entry(Matrix(matrix - matrix.t()));
  const double allowed =
      64.0 * std::numeric_limits<double>::epsilon() * std::abs(largest_entry(matrix).value);
  if (std::abs(worst.value) > allowed) {
    const std::string u = std::to_string(worst.row), v = std::to_string(worst.column);
    throw ArgumentError(who + ": expected a symmetric matrix, got entries (" + u + ", " + v +
                        ") and (" + v + ", " + u + ") that differ by " +
                        std::to_string(std::abs(worst.value)));
  }
}

} // namespace canon
