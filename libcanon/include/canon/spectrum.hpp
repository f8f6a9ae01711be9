#pragma once

#include <canon/export.hpp>
#include <canon/graph_operator.hpp>
#include <canon/names.hpp>
#include <canon/tolerance.hpp>

#include <armadillo>

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace canon CANON_API {

/// A whole eigenspace: consecutive columns of Spectrum::vectors. A part of one only where the
/// caller allowed it (SpectrumOptions::partial).
struct Eigenspace {
  double eigenvalue = 0.0; ///< mean over the space
  std::size_t first = 0;   ///< its first column
  std::size_t dimension = 0;
  double spread = 0.0; ///< largest minus smallest eigenvalue inside it
  double step = 0.0;   ///< largest difference between neighbours inside it
  double gap = std::numeric_limits<double>::infinity(); ///< to the nearest other eigenvalue
  /// How many of its columns are not held, always the last ones. spectrum() leaves columns out only
  /// where the graph has fewer vertex orbits than the space has dimensions: no rule that moves with
  /// the vertices can settle it.
  std::size_t missing = 0;

  [[nodiscard]] std::size_t held() const { return dimension - missing; }
  [[nodiscard]] bool partial() const { return missing > 0; }
};

/// Eigenpairs of a symmetric matrix, low frequency first.
struct Spectrum {
  arma::vec eigenvalues;          ///< one per column, in order of frequency
  arma::mat vectors;              ///< n x columns, orthonormal
  std::vector<Eigenspace> spaces; ///< they partition the columns; only the last may be partial
  double scale = 1.0;             ///< largest |eigenvalue| (1 if all are 0)
  Tolerance tolerance;            ///< the one the spaces were cut with
  bool complete = true;           ///< all n eigenpairs are here
  /// A bound on |E| over the scale, where the columns span eigenspaces of A + E: known beforehand
  /// for the solvers of all eigenpairs, at least the measured residual for Lanczos.
  double backward_error = known_backward_error;
  /// A bound on the error of the eigenvalues over the scale.
  double eigenvalue_error = known_backward_error;
  /// Copies of one graph differ by less than twice this, for any n and any solver of all
  /// eigenpairs (the test `margins`): one bound, so that all of them reach the same verdicts.
  static constexpr double known_backward_error = 20.0 * std::numeric_limits<double>::epsilon();
  /// The eigenvalues of Solver::batched: each of some 2 n sweeps shifts them to and fro.
  [[nodiscard]] static constexpr double batched_eigenvalue_error(std::size_t n) {
    return known_backward_error +
           0.2 * std::numeric_limits<double>::epsilon() * static_cast<double>(n);
  }

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(vectors.n_rows); }

  /// How sure it is that these columns, and no others, are an eigenspace: the gaps around and
  /// inside it against the error of the eigenvalues.
  [[nodiscard]] Margin margin(const Eigenspace& space) const;

  /// A bound on the angle between this space and the exact one (Davis and Kahan: the backward
  /// error over the gap), and so on the error of projection lengths and of a simple vector's
  /// entries.
  [[nodiscard]] double error(const Eigenspace& space) const {
    return backward_error * scale / space.gap + rounding_error(size());
  }
};

enum class Solver {
  /// Dense up to SpectrumOptions::dense_limit vertices, or where most of it is wanted; batched
  /// where solve_spectra() or encode() is given many graphs.
  automatic,
  dense, ///< LAPACK's divide and conquer (dsyevd), all eigenpairs
  mrrr,  ///< LAPACK's relatively robust representations (dsyevr), all eigenpairs
  /// Many small matrices at once, one in each lane of the processor's vectors: Householder's
  /// reduction and the QL iteration, all eigenpairs. For solve_spectra(); a single matrix is
  /// solved, but not faster. LAPACK above batched_limit() vertices.
  batched,
  /// The leading spaces only: equal components once, twins without a solver, the rest by Lanczos
  /// (shift-invert where the factors are sparse, with a proof by inertia that nothing was missed;
  /// else filtered and checked by deflation).
  lanczos
};

[[nodiscard]] constexpr std::string_view name(Solver value) {
  switch (value) {
  case Solver::automatic:
    return "auto";
  case Solver::dense:
    return "dense";
  case Solver::mrrr:
    return "mrrr";
  case Solver::batched:
    return "batched";
  case Solver::lanczos:
    return "lanczos";
  }
  return {};
}

struct SpectrumOptions {
  static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  /// At least the k leading eigenpairs, and the whole space that holds the kth.
  std::size_t k = all;
  Solver solver = Solver::automatic;
  std::size_t dense_limit = 1500;
  Tolerance tolerance = {};
  /// Doubles in a vector of Solver::batched, one of lane_widths(); 0 for the widest.
  std::size_t lanes = 0;
  /// The last space may come in part (Eigenspace::partial) where it is too large to hold (isolated
  /// vertices, leaves of one hub) and cannot be settled: then the first k columns are held.
  bool partial = false;
};

/// The spectrum of an operator of a graph. The empty graph has no columns. SolverError if an
/// eigensolver gives up.
[[nodiscard]] Spectrum solve_spectrum(const Graph& graph, GraphOperator op,
                                      const SpectrumOptions& options = {});

/// All eigenpairs of a matrix of one's own, by LAPACK. Throws ArgumentError if it is not square,
/// not finite or not symmetric (entries may differ by 64 ulps of the largest one; then the upper
/// triangle counts), or if options.solver is Solver::lanczos, which needs a sparse matrix.
///
///     canon::Spectrum s = canon::solve_spectrum(matrix, canon::EigenvalueOrder::descending);
[[nodiscard]] Spectrum solve_spectrum(arma::mat matrix, EigenvalueOrder order,
                                      const SpectrumOptions& options = {});

/// The same for a sparse matrix, with any solver. make_graph(matrix) is the graph of its entries,
/// for the levels of canonize() that need one.
[[nodiscard]] Spectrum solve_spectrum(const arma::sp_mat& matrix, EigenvalueOrder order,
                                      const SpectrumOptions& options = {});

/// The widths of the vectors that Solver::batched can use on this processor, ascending: 2, and
/// where it has them 4 (AVX2 with FMA) and 8 (AVX-512). Results agree to rounding between widths.
[[nodiscard]] std::vector<std::size_t> lane_widths();

/// The largest number of vertices that Solver::batched solves in lanes of this width (0 for the
/// widest): above it LAPACK is as fast. ArgumentError for a width that this processor lacks.
[[nodiscard]] std::size_t batched_limit(std::size_t lanes = 0);

/// How solve_spectra() solved its matrices.
struct BatchCounts {
  std::size_t in_lanes = 0;
  std::size_t one_by_one = 0; ///< too large, empty, or another solver was asked for
  std::size_t fallbacks = 0;  ///< did not converge in their lane; LAPACK solved them
};

/// Takes the spectrum of the matrix at `index`; it may change the spectrum or move it away.
using TakeSpectrum = std::function<void(std::size_t index, Spectrum& spectrum)>;

/// The spectra of many graphs. Solver::automatic and Solver::batched solve graphs of similar size
/// together; each spectrum is handed to `take` while it is in the cache, in an order that depends
/// on the sizes. Its bits do not depend on the other graphs. SolverError as solve_spectrum().
///
///     canon::solve_spectra(graphs, canon::GraphOperator::laplacian, {},
///                          [&](std::size_t i, canon::Spectrum& s) { gap[i] = s.spaces[0].gap; });
BatchCounts solve_spectra(std::span<const Graph* const> graphs, GraphOperator op,
                          const SpectrumOptions& options, const TakeSpectrum& take);
BatchCounts solve_spectra(std::span<const Graph> graphs, GraphOperator op,
                          const SpectrumOptions& options, const TakeSpectrum& take);

/// The same for matrices of one's own, with the conditions of solve_spectrum().
BatchCounts solve_spectra(std::span<const arma::mat> matrices, EigenvalueOrder order,
                          const SpectrumOptions& options, const TakeSpectrum& take);

/// Spaces of sorted eigenvalues (either direction): cut where neighbours differ by more than
/// tolerance.eigenvalue * scale.
[[nodiscard]] std::vector<Eigenspace> eigenspaces(const arma::vec& sorted_eigenvalues, double scale,
                                                  const Tolerance& tolerance);

/// max over the columns of |A u - lambda u|, divided by the scale.
[[nodiscard]] double residual(const Spectrum& spectrum, const arma::sp_mat& matrix);
[[nodiscard]] double residual(const Spectrum& spectrum, const arma::mat& matrix);

/// max |U^T U - I|.
[[nodiscard]] double orthonormality_error(const arma::mat& vectors);

} // namespace canon
