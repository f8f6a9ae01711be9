#include "lanczos.hpp"

#include <canon/error.hpp>

#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace canon {
namespace {

constexpr double convergence = 1e-12; // relative, of a Ritz pair
constexpr std::size_t restarts = 3000;
constexpr std::size_t dense_rescue = 6000; // what LAPACK takes on when Lanczos fails
constexpr std::size_t small_part = 256;    // below this LAPACK is quicker than any restart
constexpr std::size_t memory_limit = std::size_t{1} << 33; // bytes of one n x d eigenspace

/// Some eigenpairs of a matrix, largest first. Everything above `bound` is among them.
struct Pairs {
  arma::vec values;
  arma::mat vectors;
  double bound = -std::numeric_limits<double>::infinity();
};

/// x -> M x with the known eigenvectors moved down to `floor`: its largest eigenvalue is the
/// largest that is not yet known. The shape of this class is what Armadillo's Lanczos asks of an
/// operator.
class DeflatedProduct {
public:
  DeflatedProduct(const arma::sp_mat& matrix, const Pairs& known, double floor)
      : n_rows(matrix.n_rows), n_cols(matrix.n_cols), matrix_(matrix), known_(known),
        shift_(known.values - floor) {}

  void perform_op(double* in, double* out) const {
    const arma::vec x(in, n_cols, false, true);
    arma::vec y(out, n_rows, false, true);
    y = matrix_ * x;
    y -= known_.vectors * (shift_ % (known_.vectors.t() * x));
  }

  const arma::uword n_rows;
  const arma::uword n_cols;

private:
  const arma::sp_mat& matrix_;
  const Pairs& known_;
  arma::vec shift_;
};

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

using DeflatedSolver =
    arma::newarp::SymEigsSolver<double, arma::newarp::EigsSelect::LARGEST_ALGE, DeflatedProduct>;

/// Lanczos from one start vector sees one copy of each eigenvalue; the others appear only through
/// rounding. So the pairs found are deflated and the largest remaining eigenvalue is asked for, no
/// more exactly than needed to tell on which side of the cut after position `whole` it lies. If a
/// copy had been missed, the pair is added and the answer is true.
bool add_missed_copy(const arma::sp_mat& matrix, Pairs& pairs, std::size_t whole, double floor) {
  const std::size_t n = matrix.n_rows;
  const double above = pairs.values[whole - 1], below = pairs.values[whole];
  const DeflatedProduct product(matrix, pairs, floor);
  const std::size_t width = subspace(n, 1);
  DeflatedSolver check(product, 1, width);
  check.init();
  const double rough = std::min(1e-5, 0.01 * (above - below) / std::abs(floor));
  if (check.compute(restarts, rough) == 0) not_converged(n, pairs.values.n_elem + 1);
  if (arma::vec(check.eigenvalues()).at(0) < 0.5 * (above + below)) return false;

  DeflatedSolver solver(product, 1, width);
  solver.init();
  if (solver.compute(restarts, convergence) == 0) not_converged(n, pairs.values.n_elem + 1);
  const double value = arma::vec(solver.eigenvalues()).at(0);
  arma::vec vector = arma::mat(solver.eigenvectors()).col(0);
  for (int pass = 0; pass < 2; ++pass)
    vector -= pairs.vectors * (pairs.vectors.t() * vector);
  pairs.values.resize(pairs.values.n_elem + 1);
  pairs.values.back() = value;
  pairs.vectors.insert_cols(pairs.vectors.n_cols, arma::normalise(vector));
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

/// The largest eigenpairs of a big connected matrix. Highly symmetric graphs, with a handful of
/// distinct eigenvalues, can break Lanczos down; what LAPACK can still take is given to it.
Pairs lanczos_pairs(const arma::sp_mat& matrix, std::size_t wanted) {
  Pairs pairs;
  arma::eigs_opts options;
  options.tol = convergence;
  options.maxiter = static_cast<unsigned>(restarts);
  options.subdim = static_cast<unsigned>(subspace(matrix.n_rows, wanted));
  if (!arma::eigs_sym(pairs.values, pairs.vectors, matrix, wanted, "la", options) ||
      pairs.values.n_elem < wanted)
    not_converged(matrix.n_rows, wanted);
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
      Pairs pairs = lanczos_pairs(matrix, wanted);
      std::size_t whole = cut_beyond(pairs.values, k, cut);
      while (whole < pairs.values.n_elem && add_missed_copy(matrix, pairs, whole, -2.0 * norm))
        whole = cut_beyond(pairs.values, k, cut);
      if (whole < pairs.values.n_elem) {
        pairs.bound = pairs.values[whole];
        return pairs;
      }
    }
  } catch (const SolverError&) {
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
  std::vector<std::size_t> component;
  std::vector<Part> parts(connected_components_of(graph, component));
  std::vector<std::size_t> place(component.size());
  for (Vertex v = 0; v < component.size(); ++v) {
    place[v] = parts[component[v]].vertices.size();
    parts[component[v]].vertices.push_back(v);
  }
  std::vector<Graph> pieces;
  pieces.reserve(parts.size());
  for (const Part& part : parts)
    pieces.emplace_back(part.vertices.size());
  for (auto e : boost::make_iterator_range(edges(graph))) {
    const Vertex u = source(e, graph), v = target(e, graph);
    add_edge(place[u], place[v], graph[e], pieces[component[u]]);
  }
  const double sign = low_frequency_is_large(op) ? 1.0 : -1.0;
  for (std::size_t c = 0; c < parts.size(); ++c)
    parts[c].matrix = sign * sparse_operator(pieces[c], op);
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

  // sources hold the matrix with its sign; the residual is the same either way.
  const double error = residual(result, sparse_operator(graph, op));
  if (!(error <= 0.1 * tolerance.eigenvalue))
    throw SolverError("Lanczos left a residual of " + std::to_string(error / 1e-12) +
                      "e-12, more than a tenth of the eigenvalue tolerance");
  return result;
}

} // namespace canon
