#include "spectrum/leading_pairs.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <string>

namespace canon {
namespace {

constexpr std::size_t small_part = 256; // below this LAPACK is quicker than any restart

} // namespace

Pairs all_pairs(const arma::sp_mat& matrix) {
  Pairs pairs;
  if (!arma::eig_sym(pairs.values, pairs.vectors, arma::mat(matrix), "dc"))
    throw SolverError("LAPACK's dsyevd did not converge on a component of " +
                      std::to_string(matrix.n_rows) + " vertices");
  sort_descending(pairs);
  return pairs;
}

void sort_descending(Pairs& pairs) {
  const arma::uvec order = arma::sort_index(pairs.values, "descend");
  pairs.values = pairs.values(order).eval();
  pairs.vectors = pairs.vectors.cols(order).eval();
}

std::size_t cut_beyond(const arma::vec& descending, std::size_t k, double cut) {
  std::size_t i = k;
  while (i < descending.n_elem && descending[i - 1] - descending[i] <= cut)
    ++i;
  return i;
}

Pairs ritz_pairs(const arma::sp_mat& matrix, const arma::mat& columns) {
  arma::mat orthonormal, triangle, rotation;
  const bool factored = arma::qr_econ(orthonormal, triangle, columns);
  const arma::mat quotient = orthonormal.t() * (matrix * orthonormal);
  Pairs pairs;
  if (!factored || !arma::eig_sym(pairs.values, rotation, 0.5 * (quotient + quotient.t())))
    throw SolverError("LAPACK did not converge on a Rayleigh quotient of " +
                      std::to_string(columns.n_cols) + " columns");
  pairs.vectors = orthonormal * rotation;
  sort_descending(pairs);
  return pairs;
}

double largest_residual(const arma::sp_mat& matrix, const Pairs& pairs) {
  if (pairs.values.is_empty()) return 0.0;
  const arma::mat r = matrix * pairs.vectors - pairs.vectors.each_row() % pairs.values.t();
  return arma::max(arma::sqrt(arma::sum(arma::square(r), 0)));
}

Pairs largest_pairs(const arma::sp_mat& matrix, std::size_t k, const Tolerance& tolerance) {
  const std::size_t n = matrix.n_rows;
  if (n <= small_part || k + 1 >= n / 3) return all_pairs(matrix);
  if (auto pairs = inverse_pairs(matrix, k, tolerance)) return std::move(*pairs);
  try {
    return filtered_pairs(matrix, k, tolerance);
  } catch (const SolverError&) {
    // A handful of distinct eigenvalues breaks Lanczos down; LAPACK takes what it still can.
    if (n > dense_rescue) throw;
  }
  return all_pairs(matrix);
}

} // namespace canon
