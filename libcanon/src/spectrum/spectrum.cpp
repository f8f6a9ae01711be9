#include "graph/symmetric_matrix.hpp"
#include "spectrum/batched.hpp"
#include "spectrum/mrrr.hpp"
#include "spectrum/structured_spectrum.hpp"

#include <canon/error.hpp>
#include <canon/spectrum.hpp>

#include <cmath>
#include <string>
#include <utility>

namespace canon {

Margin Spectrum::margin(const Eigenspace& space) const {
  Margin margin;
  const double cut = tolerance.eigenvalue * scale, error = 2.0 * eigenvalue_error * scale;
  if (space.dimension > 1) margin.observe(space.step, cut, error);
  if (std::isfinite(space.gap)) margin.observe(space.gap, cut, error);
  return margin;
}

namespace {

void find_spaces(const arma::vec& sorted, double scale, const Tolerance& tolerance,
                 std::vector<Eigenspace>& spaces) {
  spaces.clear();
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
}

} // namespace

std::vector<Eigenspace> eigenspaces(const arma::vec& sorted, double scale,
                                    const Tolerance& tolerance) {
  std::vector<Eigenspace> spaces;
  find_spaces(sorted, scale, tolerance, spaces);
  return spaces;
}

void complete_spectrum(Spectrum& spectrum, const Tolerance& tolerance) {
  spectrum.tolerance = tolerance;
  const double largest =
      std::max(std::abs(spectrum.eigenvalues.front()), std::abs(spectrum.eigenvalues.back()));
  if (!std::isfinite(largest))
    throw ArgumentError("the eigenvalues overflow: expected a matrix of smaller entries");
  spectrum.scale = largest > 0.0 ? largest : 1.0;
  find_spaces(spectrum.eigenvalues, spectrum.scale, tolerance, spectrum.spaces);
}

namespace {

/// By LAPACK; the matrix is known to be square, finite and symmetric.
Spectrum solve_dense(arma::mat matrix, EigenvalueOrder order, const SpectrumOptions& options) {
  Spectrum result;
  result.tolerance = options.tolerance;
  if (matrix.n_rows == 0) return result;
  // LAPACK orders from small to large; the negated matrix has the same vectors the other way round.
  const bool descending = order == EigenvalueOrder::descending;
  if (descending) matrix *= -1.0;
  const bool mrrr = options.solver == Solver::mrrr;
  const bool solved = mrrr ? mrrr_eig_sym(result.eigenvalues, result.vectors, matrix)
                           : arma::eig_sym(result.eigenvalues, result.vectors, matrix, "dc");
  if (!solved)
    throw SolverError("LAPACK did not converge on a matrix of " + std::to_string(matrix.n_rows) +
                      " rows");
  if (descending) result.eigenvalues *= -1.0;
  complete_spectrum(result, options.tolerance);
  if (mrrr) orthonormalise_spaces(result);
  return result;
}

bool wants_dense(std::size_t n, const SpectrumOptions& options) {
  switch (options.solver) {
  case Solver::dense:
  case Solver::mrrr:
  case Solver::batched:
    return true;
  case Solver::automatic:
    return n <= options.dense_limit || options.k >= n / 4;
  case Solver::lanczos:
    return n == 0;
  }
  return true;
}

Spectrum solve_sparse(const Graph& graph, GraphOperator op, EigenvalueOrder order,
                      const SpectrumOptions& options) {
  SpectrumOptions sparse = options;
  sparse.k = std::min(options.k, num_vertices(graph));
  return structured_spectrum(graph, op, order, sparse);
}

} // namespace

Spectrum solve_spectrum(arma::mat matrix, EigenvalueOrder order, const SpectrumOptions& options) {
  if (options.solver == Solver::lanczos)
    throw ArgumentError("solve_spectrum: Lanczos expects a sparse matrix, got a dense one");
  require_symmetric(matrix, "solve_spectrum");
  if (wants_lanes(matrix.n_rows, options)) return solve_in_lanes(matrix, order, options);
  return solve_dense(std::move(matrix), order, options);
}

Spectrum solve_spectrum(const arma::sp_mat& matrix, EigenvalueOrder order,
                        const SpectrumOptions& options) {
  require_symmetric(matrix, "solve_spectrum");
  if (wants_lanes(matrix.n_rows, options)) return solve_in_lanes(arma::mat(matrix), order, options);
  if (wants_dense(matrix.n_rows, options)) return solve_dense(arma::mat(matrix), order, options);
  return solve_sparse(make_graph(matrix), GraphOperator::adjacency, order, options);
}

Spectrum solve_spectrum(const Graph& graph, GraphOperator op, const SpectrumOptions& options) {
  if (wants_lanes(num_vertices(graph), options)) return solve_in_lanes(graph, op, options);
  if (wants_dense(num_vertices(graph), options))
    return solve_dense(dense_operator(graph, op), eigenvalue_order(op), options);
  return solve_sparse(graph, op, eigenvalue_order(op), options);
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
