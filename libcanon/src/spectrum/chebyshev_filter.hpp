#pragma once

#include <armadillo>

#include <algorithm>
#include <cmath>
#include <utility>

namespace canon {

/// Where the unwanted eigenvalues of a matrix lie, and how strongly a polynomial may separate the
/// wanted ones above them.
struct Filter {
  double low = 0.0, high = 0.0; ///< the unwanted interval
  int degree = 1;

  /// The matrix is mapped so that the unwanted interval becomes [-1, 1].
  [[nodiscard]] double place(double eigenvalue) const {
    return (2.0 * eigenvalue - low - high) / (high - low);
  }
  /// The Chebyshev polynomial at an eigenvalue: within [-1, 1] on the interval, steep above it.
  [[nodiscard]] double operator()(double eigenvalue) const {
    const double t = place(eigenvalue);
    return t > 1.0 ? std::cosh(degree * std::acosh(t))
                   : std::cos(degree * std::acos(std::max(t, -1.0)));
  }
};

/// x -> T(M) x on the complement of the known eigenvectors, T the filter's polynomial: products
/// with a sparse matrix are cheap beside the orthogonalisation of a Lanczos step, so that every
/// step does many. The shape of this class is what Armadillo's Lanczos asks of an operator.
class FilteredProduct {
public:
  FilteredProduct(const arma::sp_mat& matrix, const Filter& filter, const arma::mat& known)
      : n_rows(matrix.n_rows), n_cols(matrix.n_cols), matrix_(matrix), filter_(filter),
        known_(known) {}

  void perform_op(double* in, double* out) const {
    arma::vec before(in, n_cols), now(n_rows), result(out, n_rows, false, true);
    leave_out_known(before);
    step(before, nullptr, now);
    for (int i = 2; i <= filter_.degree; ++i) {
      step(now, before.memptr(), before); // T_i = 2 M T_{i-1} - T_{i-2}, in the place of T_{i-2}
      std::swap(before, now);
    }
    leave_out_known(now);
    result = now;
  }

  const arma::uword n_rows;
  const arma::uword n_cols;

private:
  /// out = M' x, or 2 M' x - minus, M' the matrix mapped to the filter's interval. The matrix is
  /// symmetric, so that its columns serve as rows: every output is one sum, written once.
  void step(const arma::vec& x, const double* minus, arma::vec& out) const {
    const double factor = minus == nullptr ? 1.0 : 2.0;
    const double scale = factor * 2.0 / (filter_.high - filter_.low);
    const double shift = factor * (filter_.high + filter_.low) / (filter_.high - filter_.low);
    const double* const from = x.memptr();
    double* const to = out.memptr();
    for (arma::uword row = 0; row < n_rows; ++row) {
      double sum = 0.0;
      for (arma::uword i = matrix_.col_ptrs[row]; i < matrix_.col_ptrs[row + 1]; ++i)
        sum += matrix_.values[i] * from[matrix_.row_indices[i]];
      const double mapped = scale * sum - shift * from[row];
      to[row] = minus == nullptr ? mapped : mapped - minus[row];
    }
  }

  void leave_out_known(arma::vec& x) const {
    if (!known_.is_empty()) x -= known_ * (known_.t() * x);
  }

  const arma::sp_mat& matrix_;
  Filter filter_;
  const arma::mat& known_;
};

} // namespace canon
