#include "lanczos.hpp"

#include "chebyshev_filter.hpp"

#include <canon/error.hpp>
#include <canon/random.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace canon {
namespace {

constexpr double convergence = 1e-12; // relative, of a Ritz pair
constexpr std::size_t restarts =
    500; // of a Krylov space each; what has not converged then will not
constexpr std::size_t dense_rescue = 6000; // what LAPACK takes on when Lanczos fails
constexpr std::size_t small_part = 256;    // below this LAPACK is quicker than any restart
constexpr std::size_t memory_limit = std::size_t{1} << 33; // bytes of one n x d eigenspace

/// Some eigenpairs of a matrix, largest first. Everything above `bound` is among them.
struct Pairs {
  arma::vec values;
  arma::mat vectors;
  double bound = -std::numeric_limits<double>::infinity();
};

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

void sort_descending(Pairs& pairs) {
  const arma::uvec order = arma::sort_index(pairs.values, "descend");
  pairs.values = pairs.values(order).eval();
  pairs.vectors = pairs.vectors.cols(order).eval();
}

/// The first position >= k at which an eigenvalue is told apart from the one before it, so that
/// the pairs before it are whole spaces; n_elem if there is none.
std::size_t cut_beyond(const arma::vec& descending, std::size_t k, double cut) {
  std::size_t i = k;
  while (i < descending.n_elem && descending[i - 1] - descending[i] <= cut)
    ++i;
  return i;
}

/// A plain Lanczos walk. Its Ritz values lie below the eigenvalues of the same rank, so that the
/// one of rank `wanted` and a few bounds what is not wanted from above without reaching into it.
Filter choose_filter(const arma::sp_mat& matrix, std::size_t wanted) {
  const std::size_t n = matrix.n_rows, steps = std::min(n - 1, 2 * wanted + 40);
  arma::mat basis(n, steps + 1);
  arma::vec diagonal(steps), off(steps);
  Rng rng = trial_rng(0, n); // any start does; a fixed one gives the same answer every time
  for (std::size_t i = 0; i < n; ++i)
    basis(i, 0) = normal(rng);
  basis.col(0) /= arma::norm(basis.col(0));
  std::size_t made = 0;
  for (; made < steps; ++made) {
    arma::vec w = matrix * basis.col(made);
    diagonal[made] = arma::dot(w, basis.col(made));
    const auto known = basis.head_cols(made + 1);
    for (int pass = 0; pass < 2; ++pass)
      w -= known * (known.t() * w);
    off[made] = arma::norm(w);
    if (off[made] < 1e-8) {
      ++made; // an invariant subspace: few distinct eigenvalues
      break;
    }
    basis.col(made + 1) = w / off[made];
  }
  arma::mat tridiagonal = arma::diagmat(diagonal.head(made));
  for (std::size_t i = 0; i + 1 < made; ++i)
    tridiagonal(i, i + 1) = tridiagonal(i + 1, i) = off[i];
  const arma::vec ritz = arma::reverse(arma::eig_sym(tridiagonal));

  Filter filter;
  filter.low = ritz.back() - off[made - 1];
  filter.high = ritz[std::min(made - 1, wanted + wanted / 2 + 4)];
  if (!(filter.high > filter.low)) filter.high = filter.low + 1e-3 * std::abs(filter.low) + 1e-300;
  // The steeper, the faster; but beyond this factor the leading eigenvector drowns the others.
  while (filter.degree < 16 && filter(ritz.front()) < 1e6)
    ++filter.degree;
  return filter;
}

/// The `count` largest eigenpairs orthogonal to `known`, by Lanczos on the filtered matrix; the
/// eigenvalues are Rayleigh quotients with the matrix itself.
Pairs filtered_pairs(const arma::sp_mat& matrix, const Filter& filter, const arma::mat& known,
                     std::size_t count, double tolerance) {
  const FilteredProduct product(matrix, filter, known);
  FilteredLanczos solver(product, count, subspace(matrix.n_rows, count));
  solver.init();
  if (solver.compute(restarts, tolerance) < count)
    not_converged(matrix.n_rows, known.n_cols + count);
  Pairs pairs;
  arma::mat vectors = solver.eigenvectors();
  if (!known.is_empty()) vectors -= known * (known.t() * vectors);
  arma::mat orthonormal, triangle;
  arma::qr_econ(orthonormal, triangle, vectors);
  const arma::mat quotient = orthonormal.t() * (matrix * orthonormal);
  arma::mat turn;
  arma::eig_sym(pairs.values, turn, 0.5 * (quotient + quotient.t()));
  pairs.vectors = orthonormal * turn;
  sort_descending(pairs);
  return pairs;
}

/// Lanczos from one start vector sees one copy of each eigenvalue; the others appear only through
/// rounding. So the largest eigenvalue beside the pairs found is asked for, no more exactly than
/// needed to tell on which side of the cut after position `whole` it lies. If a copy had been
/// missed, the pair is added and the answer is true.
bool add_missed_copy(const arma::sp_mat& matrix, const Filter& filter, Pairs& pairs,
                     std::size_t whole) {
  const double above = pairs.values[whole - 1], below = pairs.values[whole];
  const double rough = std::clamp(0.01 * (above - below) / std::abs(above), convergence, 1e-4);
  const Pairs next = filtered_pairs(matrix, filter, pairs.vectors, 1, rough);
  if (next.values[0] < 0.5 * (above + below)) return false;
  const Pairs exact = filtered_pairs(matrix, filter, pairs.vectors, 1, convergence);
  pairs.values = arma::join_cols(pairs.values, exact.values);
  pairs.vectors = arma::join_rows(pairs.vectors, exact.vectors);
  sort_descending(pairs);
  return true;
}

Pairs all_pairs(const arma::sp_mat& matrix) {
  Pairs pairs;
  if (!arma::eig_sym(pairs.values, pairs.vectors, arma::mat(matrix), "dc"))
    throw SolverError("LAPACK's dsyevd did not converge on a component of " +
                      std::to_string(matrix.n_rows) + " vertices");
  sort_descending(pairs);
  return pairs;
}

/// The k largest eigenpairs of the matrix of one component, in whole spaces.
Pairs largest_pairs(const arma::sp_mat& matrix, std::size_t k, const Tolerance& tolerance) {
  const std::size_t n = matrix.n_rows;
  const double norm = std::max(1e-300, arma::norm(matrix, 1)); // bounds the spectral radius
  const double cut = tolerance.eigenvalue * norm;
  try {
    for (std::size_t wanted = k + 1; n > small_part && wanted < n / 3; wanted *= 2) {
      const Filter filter = choose_filter(matrix, wanted);
      Pairs pairs = filtered_pairs(matrix, filter, arma::mat(), wanted, convergence);
      std::size_t whole = cut_beyond(pairs.values, k, cut);
      while (whole < pairs.values.n_elem && add_missed_copy(matrix, filter, pairs, whole))
        whole = cut_beyond(pairs.values, k, cut);
      if (whole < pairs.values.n_elem) {
        pairs.bound = pairs.values[whole];
        return pairs;
      }
    }
  } catch (const SolverError&) {
    // A handful of distinct eigenvalues breaks Lanczos down; LAPACK takes what it still can.
    if (n > dense_rescue) throw;
  }
  return all_pairs(matrix);
}

/// One component: its vertices in the whole graph and its operator, negated where small
/// eigenvalues lead.
struct Part {
  std::vector<Vertex> vertices;
  arma::sp_mat matrix;
};

std::vector<Part> parts_of(const Graph& graph, GraphOperator op) {
  const double sign = low_frequency_is_large(op) ? 1.0 : -1.0;
  std::vector<Part> parts;
  for (Component& component : split_components(graph))
    parts.push_back({std::move(component.vertices), sign * sparse_operator(component.graph, op)});
  return parts;
}

struct Source {
  double value;
  std::size_t part;
  arma::uword column;
};

} // namespace

Spectrum lanczos_spectrum(const Graph& graph, GraphOperator op, std::size_t k,
                          const Tolerance& tolerance) {
  const std::size_t n = num_vertices(graph);
  const double sign = low_frequency_is_large(op) ? 1.0 : -1.0;
  const std::vector<Part> parts = parts_of(graph, op);

  Spectrum result;
  result.tolerance = tolerance;
  // The scale must not depend on how many pairs were asked for: it is the bound of the operator.
  result.scale = 0.0;
  for (const Part& part : parts)
    result.scale = std::max(result.scale, arma::norm(part.matrix, 1));
  if (result.scale == 0.0) result.scale = 1.0;

  std::vector<Pairs> pairs;
  pairs.reserve(parts.size());
  for (const Part& part : parts)
    pairs.push_back(largest_pairs(part.matrix, k, tolerance));

  std::vector<Source> sources;
  for (std::size_t c = 0; c < parts.size(); ++c)
    for (arma::uword i = 0; i < pairs[c].values.n_elem; ++i)
      sources.push_back({pairs[c].values[i], c, i});
  std::stable_sort(sources.begin(), sources.end(),
                   [](const Source& a, const Source& b) { return a.value > b.value; });

  arma::vec values(sources.size());
  for (std::size_t i = 0; i < sources.size(); ++i)
    values[i] = sign * sources[i].value;
  std::vector<Eigenspace> spaces = eigenspaces(values, result.scale, tolerance);
  std::size_t count = 0;
  while (count < spaces.size() && spaces[count].first < k)
    ++count;
  spaces.resize(count);
  const std::size_t columns = count == 0 ? 0 : spaces.back().first + spaces.back().dimension;

  double bound = -std::numeric_limits<double>::infinity();
  for (const Pairs& p : pairs)
    bound = std::max(bound, p.bound);
  if (columns > 0 && sources[columns - 1].value <= bound + tolerance.eigenvalue * result.scale)
    throw SolverError("the eigenspace at position " + std::to_string(k) +
                      " runs on beyond what Lanczos computed: ask for a larger k");
  if (columns * n * sizeof(double) > memory_limit)
    throw SolverError("the leading eigenspaces have " + std::to_string(columns) +
                      " dimensions (one a component?): " + std::to_string(n) + " x " +
                      std::to_string(columns) + " numbers do not fit; encode the components apart");

  result.eigenvalues = values.head(columns);
  result.vectors.zeros(n, columns);
  for (std::size_t j = 0; j < columns; ++j) {
    const Part& part = parts[sources[j].part];
    const double* from = pairs[sources[j].part].vectors.colptr(sources[j].column);
    double* to = result.vectors.colptr(j);
    for (std::size_t i = 0; i < part.vertices.size(); ++i)
      to[part.vertices[i]] = from[i];
  }
  result.spaces = std::move(spaces);
  result.complete = columns == n;
  orthonormalise_spaces(result);

  // sources hold the matrix with its sign; the residual is the same either way.
  const double error = residual(result, sparse_operator(graph, op));
  if (!(error <= 0.1 * tolerance.eigenvalue))
    throw SolverError("Lanczos left a residual of " + std::to_string(error / 1e-12) +
                      "e-12, more than a tenth of the eigenvalue tolerance");
  result.backward_error = std::max(result.backward_error, error);
  return result;
}

} // namespace canon
