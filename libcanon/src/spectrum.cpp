#include "lanczos.hpp"

#include <canon/error.hpp>
#include <canon/spectrum.hpp>

#include <cmath>
#include <string>

namespace canon {

Margin Spectrum::margin(const Eigenspace& space) const {
  Margin margin;
  const double cut = tolerance.eigenvalue * scale;
  if (space.dimension > 1) margin.observe(space.spread, cut);
  if (std::isfinite(space.gap)) {
    margin.observe(space.gap, cut);
    // Davis-Kahan: a backward error turns the space by that over the gap.
    margin.observe_error(backward_error * scale / space.gap, tolerance.length);
  }
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
    for (std::size_t i = first; i < end; ++i)
      sum += sorted[i];
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

Spectrum dense_spectrum(arma::mat matrix, bool descending, const Tolerance& tolerance) {
  if (matrix.n_rows != matrix.n_cols)
    throw DimensionError("spectrum: the matrix has " + std::to_string(matrix.n_rows) + " rows, " +
                         std::to_string(matrix.n_cols) + " columns: it must be square");
  if (!matrix.is_finite()) throw DimensionError("spectrum: the matrix has entries not finite");
  Spectrum result;
  result.tolerance = tolerance;
  if (matrix.n_rows == 0) return result;
  // LAPACK orders from small to large; the negated matrix has the same vectors the other way round.
  if (descending) matrix *= -1.0;
  if (!arma::eig_sym(result.eigenvalues, result.vectors, matrix, "dc"))
    throw SolverError("LAPACK's dsyevd did not converge on a matrix of " +
                      std::to_string(matrix.n_rows) + " rows");
  if (descending) result.eigenvalues *= -1.0;
  const double largest =
      std::max(std::abs(result.eigenvalues.front()), std::abs(result.eigenvalues.back()));
  result.scale = largest > 0.0 ? largest : 1.0;
  result.spaces = eigenspaces(result.eigenvalues, result.scale, tolerance);
  return result;
}

Spectrum spectrum(const Graph& graph, GraphOperator op, const SpectrumOptions& options) {
  const std::size_t n = num_vertices(graph);
  const bool few = options.k < n / 4;
  const bool dense = options.solver == Solver::dense ||
                     (options.solver == Solver::automatic && (n <= options.dense_limit || !few));
  if (dense || n == 0)
    return dense_spectrum(dense_operator(graph, op), low_frequency_is_large(op), options.tolerance);
  return lanczos_spectrum(graph, op, std::min(options.k, n), options.tolerance);
}

namespace {

template <typename Matrix>
double residual_of(const Spectrum& s, const Matrix& matrix) {
  if (s.vectors.n_cols == 0) return 0.0;
  const arma::mat r = matrix * s.vectors - s.vectors.each_row() % s.eigenvalues.t();
  return arma::max(arma::sqrt(arma::sum(arma::square(r), 0))) / s.scale;
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
