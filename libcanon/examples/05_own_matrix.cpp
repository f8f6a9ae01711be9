// Eigenvectors of your own: any symmetric matrix, or single vectors and bases from any solver.
#include <canon/canonize.hpp>
#include <canon/random_matrix.hpp>

#include <iostream>

namespace {

constexpr double tiny = 1e-9;

/// A symmetric matrix whose three largest eigenvalues are equal.
arma::mat matrix_with_a_triple_eigenvalue(std::size_t n) {
  canon::Rng rng = canon::trial_rng(7, 0);
  arma::vec values;
  arma::mat vectors;
  arma::eig_sym(values, vectors, canon::goe_matrix(n, rng));
  values.tail(3).fill(10.0);
  return vectors * arma::diagmat(values) * vectors.t();
}

} // namespace

int main() {
  const arma::mat a = arma::symmatu(matrix_with_a_triple_eigenvalue(8));

  // The whole spectrum: eigenspaces are found by gap, and each comes with an outcome.
  canon::Spectrum s = canon::solve_spectrum(a, canon::EigenvalueOrder::descending);
  const std::vector<canon::Outcome> outcomes = canon::canonize(s).outcomes;
  std::cout << s.spaces.size() << " eigenspaces, the first of dimension " << s.spaces[0].dimension
            << ": " << canon::name(outcomes[0].verdict) << "\n";
  const arma::mat basis = s.vectors.head_cols(3);

  // A basis from elsewhere: the same space, rotated. Its canonical basis is the same.
  arma::mat rotated = basis * arma::mat{{0.6, -0.8, 0.0}, {0.8, 0.6, 0.0}, {0.0, 0.0, -1.0}};
  const canon::Outcome outcome = canon::canonize_basis(rotated);
  const double basis_error = arma::abs(rotated - basis).max();

  // A single vector: only its sign is chosen, the numbers stay as they are.
  arma::vec u = -s.vectors.col(5);
  canon::canonize_sign(u);
  const double sign_error = arma::abs(u - s.vectors.col(5)).max();

  std::cout << "deviation of the basis " << basis_error << ", of the vector " << sign_error << "\n";
  const bool settled =
      outcomes[0].verdict == canon::Verdict::unique && outcome.verdict == canon::Verdict::unique;
  return s.spaces[0].dimension == 3 && settled && basis_error < tiny && sign_error == 0.0 ? 0 : 1;
}
