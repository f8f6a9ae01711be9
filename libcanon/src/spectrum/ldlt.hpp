#pragma once

#include <armadillo>

#include <cstddef>
#include <vector>

namespace canon {

/// A - shift I = L D L^T in a given order of the rows, without pivoting, A symmetric and sparse.
/// By Sylvester's law D has as many positive entries as A has eigenvalues above the shift.
///
///     SparseLdlt factors(matrix, *elimination_order(matrix, limit));
///     if (factors.factor(0.5)) std::cout << factors.positive() << " eigenvalues above 0.5\n";
///
/// Armadillo's sparse solvers (SuperLU) have no symmetric factors, hence no inertia. The algorithm
/// is the up-looking one of T. Davis, "Algorithm 849: a concise sparse Cholesky factorization
/// package".
class SparseLdlt {
public:
  /// `matrix` must outlive the object.
  SparseLdlt(const arma::sp_mat& matrix, std::vector<arma::uword> order);

  /// False if a pivot vanishes or overflows: the shift is an eigenvalue of a leading block.
  bool factor(double shift);

  /// Eigenvalues above the shift, if none lies within error() of it.
  [[nodiscard]] std::size_t positive() const { return positive_; }

  /// Bound of |E| where the computed factors are exactly those of A - shift I + E (Higham, Accuracy
  /// and Stability, 9.3): large where the lack of pivoting let entries grow.
  [[nodiscard]] double error() const { return error_; }

  /// x becomes (A - shift I)^-1 x.
  void solve(double* x) const;

private:
  void bound_error(double shift);

  const arma::sp_mat& matrix_;
  std::vector<arma::uword> order_, place_; ///< place_[order_[i]] = i
  std::vector<std::size_t> parent_;        ///< the elimination tree
  std::vector<std::size_t> start_;         ///< of the columns of L
  std::vector<std::size_t> row_;
  std::vector<double> entry_, pivot_;
  std::size_t positive_ = 0, longest_row_ = 0;
  double error_ = 0.0;
  mutable std::vector<double> scratch_;
};

} // namespace canon
