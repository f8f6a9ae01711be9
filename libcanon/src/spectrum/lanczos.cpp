#include "spectrum/chebyshev_filter.hpp"
#include "spectrum/lanczos_walk.hpp"
#include "spectrum/leading_pairs.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace canon {
namespace {

constexpr double convergence = 1e-12; // relative, of a Ritz pair
constexpr std::size_t restarts =
    500; // of a Krylov space each; what has not converged then will not

// Armadillo's eigs_sym takes no operator of the caller's. The class behind it does, but is
// internal: a version of Armadillo that changes it does not compile here.
using FilteredLanczos =
    arma::newarp::SymEigsSolver<double, arma::newarp::EigsSelect::LARGEST_ALGE, FilteredProduct>;

[[noreturn]] void not_converged(std::size_t n, std::size_t wanted) {
  throw SolverError("Lanczos did not converge for " + std::to_string(wanted) +
                    " eigenpairs of a component of " + std::to_string(n) +
                    " vertices (small gaps, as in long paths and grids, need the dense solver)");
}

/// Krylov dimension: wide enough that restarts are few, narrow enough to stay in cache levels.
std::size_t subspace(std::size_t n, std::size_t wanted) {
  return std::min(n, std::max<std::size_t>(2 * wanted + 1, wanted + 40));
}

/// A plain Lanczos walk. Its Ritz values lie below the eigenvalues of the same rank, so that the
/// one of rank `wanted` and a few bounds what is not wanted from above without reaching into it.
Filter choose_filter(const arma::sp_mat& matrix, std::size_t wanted) {
  const std::size_t n = matrix.n_rows;
  const LanczosWalk walk = lanczos_walk([&](const arma::vec& x) -> arma::vec { return matrix * x; },
                                        random_start(n), std::min(n - 1, 2 * wanted + 40));
  const arma::vec ritz = arma::reverse(arma::eig_sym(walk.tridiagonal()));
  const std::size_t made = ritz.n_elem;

  Filter filter;
  filter.low = ritz.back() - walk.off.back();
  filter.high = ritz[std::min(made - 1, wanted + wanted / 2 + 4)];
  if (!(filter.high > filter.low)) filter.high = filter.low + 1e-3 * std::abs(filter.low) + 1e-300;
  // The steeper, the faster; but beyond this factor the leading eigenvector drowns the others.
  while (filter.degree < 16 && filter(ritz.front()) < 1e6)
    ++filter.degree;
  return filter;
}

/// The `count` largest eigenpairs orthogonal to `known`, by Lanczos on the filtered matrix; the
/// eigenvalues are Rayleigh quotients with the matrix itself.
Pairs complement_pairs(const arma::sp_mat& matrix, const Filter& filter, const arma::mat& known,
                       std::size_t count, double tolerance) {
  const FilteredProduct product(matrix, filter, known);
  FilteredLanczos solver(product, count, subspace(matrix.n_rows, count));
  solver.init();
  if (solver.compute(restarts, tolerance) < count)
    not_converged(matrix.n_rows, known.n_cols + count);
  arma::mat vectors = solver.eigenvectors();
  if (!known.is_empty()) vectors -= known * (known.t() * vectors);
  return ritz_pairs(matrix, vectors);
}

/// Lanczos from one start vector sees one copy of each eigenvalue; the others appear only through
/// rounding. So the largest eigenvalue beside the pairs found is asked for, no more exactly than
/// needed to tell on which side of the cut after position `whole` it lies. If a copy had been
/// missed, the pair is added and the answer is true.
bool add_missed_copy(const arma::sp_mat& matrix, const Filter& filter, Pairs& pairs,
                     std::size_t whole) {
  const double above = pairs.values[whole - 1], below = pairs.values[whole];
  const double rough = std::clamp(0.01 * (above - below) / std::abs(above), convergence, 1e-4);
  const Pairs next = complement_pairs(matrix, filter, pairs.vectors, 1, rough);
  if (next.values[0] < 0.5 * (above + below)) return false;
  const Pairs exact = complement_pairs(matrix, filter, pairs.vectors, 1, convergence);
  pairs.values = arma::join_cols(pairs.values, exact.values);
  pairs.vectors = arma::join_rows(pairs.vectors, exact.vectors);
  sort_descending(pairs);
  return true;
}

} // namespace

Pairs filtered_pairs(const arma::sp_mat& matrix, std::size_t k, const Tolerance& tolerance) {
  const std::size_t n = matrix.n_rows;
  const double cut = tolerance.eigenvalue * std::max(1e-300, arma::norm(matrix, 1));
  for (std::size_t wanted = k + 1; wanted < n / 3; wanted *= 2) {
    const Filter filter = choose_filter(matrix, wanted);
    Pairs pairs = complement_pairs(matrix, filter, arma::mat(), wanted, convergence);
    std::size_t whole = cut_beyond(pairs.values, k, cut);
    while (whole < pairs.values.n_elem && add_missed_copy(matrix, filter, pairs, whole))
      whole = cut_beyond(pairs.values, k, cut);
    if (whole < pairs.values.n_elem) {
      pairs.bound = pairs.values[whole];
      return pairs;
    }
  }
  not_converged(n, n / 3);
}

} // namespace canon
