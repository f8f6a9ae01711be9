#include "mrrr.hpp"
#include "structured_spectrum.hpp"

#include <canon/error.hpp>
#include <canon/spectrum.hpp>

#include <cmath>
#include <string>

namespace canon {

Margin Spectrum::margin(const Eigenspace& space) const {
  Margin margin;
  const double cut = tolerance.eigenvalue * scale, error = 2.0 * backward_error * scale;
  if (space.dimension > 1) margin.observe(space.step, cut, error);
  if (std::isfinite(space.gap)) margin.observe(space.gap, cut, error);
  return margin;
}

std::vector<Eigenspace> eigenspaces(const arma::vec& sorted, double scale,
                                    const Tolerance& tolerance) {
  std::vector<Eigenspace> spaces;
  const std::size_t n = sorted.n_elem;
  const double cut = tolerance.eigenvalue * scale;
  for (std::size_t first = 0; first < n;) {
    std::size_t end = first + 1;
    while (end < n && std::abs(sorted[end] - sorted[end - 1]) <= cut)
      ++end;
    Eigenspace space;
    space.first = first;
    space.dimension = end - first;
    double sum = 0.0;
    for (std::size_t i = first; i < end; ++i) {
      sum += sorted[i];
      if (i > first) space.step = std::max(space.step, std::abs(sorted[i] - sorted[i - 1]));
    }
    space.eigenvalue = sum / static_cast<double>(space.dimension);
    space.spread = std::abs(sorted[end - 1] - sorted[first]);
    if (end < n) space.gap = std::abs(sorted[end] - sorted[end - 1]);
    if (!spaces.empty())
      space.gap = std::min(space.gap, std::abs(sorted[first] - sorted[first - 1]));
    spaces.push_back(space);
    first = end;
  }
  return spaces;
}

Spectrum dense_spectrum(arma::mat matrix, bool descending, const Tolerance& tolerance,
                        Solver solver) {
  if (matrix.n_rows != matrix.n_cols)
    throw DimensionError("spectrum: the matrix has " + std::to_string(matrix.n_rows) + " rows, " +
                         std::to_string(matrix.n_cols) + " columns: it must be square");
  if (!matrix.is_finite()) throw DimensionError("spectrum: the matrix has entries not finite");
  Spectrum result;
  result.tolerance = tolerance;
  if (matrix.n_rows == 0) return result;
  // LAPACK orders from small to large; the negated matrix has the same vectors the other way round.
  if (descending) matrix *= -1.0;
  const bool solved = solver == Solver::mrrr
                          ? mrrr_eig_sym(result.eigenvalues, result.vectors, matrix)
                          : arma::eig_sym(result.eigenvalues, result.vectors, matrix, "dc");
  if (!solved)
    throw SolverError("LAPACK did not converge on a matrix of " + std::to_string(matrix.n_rows) +
                      " rows");
  if (descending) result.eigenvalues *= -1.0;
  const double largest =
      std::max(std::abs(result.eigenvalues.front()), std::abs(result.eigenvalues.back()));
  result.scale = largest > 0.0 ? largest : 1.0;
  result.spaces = eigenspaces(result.eigenvalues, result.scale, tolerance);
  if (solver == Solver::mrrr) orthonormalise_spaces(result);
  return result;
}

void orthonormalise_spaces(Spectrum& spectrum) {
  for (const Eigenspace& space : spectrum.spaces) {
    if (space.dimension == 1) continue;
    auto columns = spectrum.vectors.cols(space.first, space.first + space.dimension - 1);
    arma::mat q, r;
    if (!arma::qr_econ(q, r, arma::mat(columns)) || arma::abs(r.diag()).min() < 0.1)
      throw SolverError("the eigensolver returned dependent vectors for the eigenvalue " +
                        std::to_string(space.eigenvalue) + " of multiplicity " +
                        std::to_string(space.dimension));
    columns = q;
  }
}

Spectrum spectrum(const Graph& graph, GraphOperator op, const SpectrumOptions& options) {
  const std::size_t n = num_vertices(graph);
  const bool few = options.k < n / 4;
  const bool dense = options.solver == Solver::dense || options.solver == Solver::mrrr ||
                     (options.solver == Solver::automatic && (n <= options.dense_limit || !few));
  if (dense || n == 0)
    return dense_spectrum(dense_operator(graph, op), low_frequency_is_large(op), options.tolerance,
                          options.solver);
  SpectrumOptions sparse = options;
  sparse.k = std::min(options.k, n);
  return structured_spectrum(graph, op, sparse);
}

namespace {

template <typename Matrix>
double residual_of(const Spectrum& s, const Matrix& matrix) {
  constexpr arma::uword block = 64; // columns: a large space must not be copied whole
  double largest = 0.0;
  for (arma::uword first = 0; first < s.vectors.n_cols; first += block) {
    const arma::uword last = std::min(first + block, s.vectors.n_cols) - 1;
    const arma::mat columns = s.vectors.cols(first, last);
    const arma::mat r =
        matrix * columns - columns.each_row() % s.eigenvalues.subvec(first, last).t();
    largest = std::max(largest, arma::max(arma::sqrt(arma::sum(arma::square(r), 0))));
  }
  return largest / s.scale;
}

} // namespace

double residual(const Spectrum& s, const arma::sp_mat& matrix) {
  return residual_of(s, matrix);
}
double residual(const Spectrum& s, const arma::mat& matrix) {
  return residual_of(s, matrix);
}

double orthonormality_error(const arma::mat& vectors) {
  if (vectors.n_cols == 0) return 0.0;
  return arma::abs(vectors.t() * vectors - arma::eye(vectors.n_cols, vectors.n_cols)).max();
}

} // namespace canon
