#pragma once

#include <canon/graph_operator.hpp>
#include <canon/tolerance.hpp>

#include <armadillo>

#include <cstddef>
#include <limits>
#include <vector>

namespace canon {

/// A whole eigenspace: consecutive columns of Spectrum::vectors. Never a part of one.
struct Eigenspace {
  double eigenvalue = 0.0; ///< mean over the space
  std::size_t first = 0;   ///< its first column
  std::size_t dimension = 0;
  double spread = 0.0; ///< largest minus smallest eigenvalue inside it
  double gap = std::numeric_limits<double>::infinity(); ///< to the nearest other eigenvalue
};

/// Eigenpairs of a symmetric matrix, low frequency first.
struct Spectrum {
  arma::vec eigenvalues;          ///< one a column, in order of frequency
  arma::mat vectors;              ///< n x columns, orthonormal
  std::vector<Eigenspace> spaces; ///< they partition the columns
  double scale = 1.0;             ///< largest |eigenvalue| (1 if all are 0)
  Tolerance tolerance;            ///< the one the spaces were cut with
  bool complete = true;           ///< all n eigenpairs are here
  /// |A U - U Lambda| over the scale: a few ulps for LAPACK, the measured residual for Lanczos.
  double backward_error = 4.0 * std::numeric_limits<double>::epsilon();

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(vectors.n_rows); }

  /// What the choice of this space's columns was worth: the gaps around and inside it, and the
  /// error of its vectors that follows from them.
  [[nodiscard]] Margin margin(const Eigenspace& space) const;
};

enum class Solver {
  automatic, ///< dense up to SpectrumOptions::dense_limit vertices, or where most of it is wanted
  dense,     ///< LAPACK's divide and conquer, all eigenpairs
  lanczos    ///< implicitly restarted Lanczos, component by component, the leading spaces only
};

struct SpectrumOptions {
  static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  std::size_t k =
      all; ///< at least the k leading eigenpairs, and the whole space that holds the kth
  Solver solver = Solver::automatic;
  std::size_t dense_limit = 1500;
  Tolerance tolerance;
};

/// All eigenpairs of a symmetric matrix (only the upper triangle is read). `descending`: largest
/// eigenvalue first. Throws DimensionError if it is not square or not finite, SolverError if
/// LAPACK gives up.
[[nodiscard]] Spectrum dense_spectrum(arma::mat matrix, bool descending,
                                      const Tolerance& tolerance = {});

/// The spectrum of an operator of a graph. The empty graph has no columns.
[[nodiscard]] Spectrum spectrum(const Graph& graph, GraphOperator op,
                                const SpectrumOptions& options = {});

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
