#pragma once

#include <canon/generate.hpp>
#include <canon/verify.hpp>

#include <array>
#include <cmath>
#include <string>

namespace canon::hard {

// Inputs on which the comparisons behind a verdict are as close to call as they can be made. Every
// case is drawn from a seed and an index alone.

/// 10^x with x uniform in [low, high).
inline double power_of_ten(Rng& rng, double low, double high) {
  return std::pow(10.0, low + (high - low) * uniform01(rng));
}

inline std::size_t between(Rng& rng, std::size_t low, std::size_t high) {
  return low + uniform_below(rng, high - low + 1);
}

template <typename Value, std::size_t count>
Value one_of(Rng& rng, const std::array<Value, count>& values) {
  return values[uniform_below(rng, count)];
}

/// A symmetric matrix as a graph: weights off the diagonal, loops on it.
inline Graph graph_of(const arma::mat& matrix) {
  std::vector<Edge> edges;
  for (arma::uword i = 0; i < matrix.n_rows; ++i)
    for (arma::uword j = i; j < matrix.n_cols; ++j)
      if (matrix(i, j) != 0.0) edges.push_back({i, j, matrix(i, j), 0});
  return make_graph(matrix.n_rows, edges);
}

inline arma::mat random_rotation(std::size_t n, Rng& rng) {
  arma::mat gaussian(n, n), q, r;
  for (double& x : gaussian)
    x = normal(rng);
  arma::qr(q, r, gaussian);
  return q;
}

inline Graph scale_weights(const Graph& graph, double factor) {
  std::vector<Edge> edges = sorted_edges(graph);
  for (Edge& e : edges)
    e.weight *= factor;
  return make_graph(num_vertices(graph), edges);
}

/// Small graphs with ties and symmetries.
inline Graph symmetric_graph(Rng& rng) {
  switch (uniform_below(rng, 8)) {
  case 0:
    return path_graph(between(rng, 2, 9));
  case 1:
    return cycle_graph(between(rng, 3, 9));
  case 2:
    return star_graph(between(rng, 2, 7));
  case 3:
    return grid_graph(2, between(rng, 2, 5));
  case 4:
    return complete_bipartite_graph(between(rng, 1, 4), between(rng, 1, 4));
  case 5:
    return petersen_graph();
  case 6:
    return random_regular(2 * between(rng, 3, 6), 3, rng);
  default:
    return random_tree(between(rng, 2, 12), rng);
  }
}

/// Eigenvalues 1e-6 ... 1e-13 apart, in a random basis.
inline Graph near_eigenvalues(Rng& rng) {
  const std::size_t n = between(rng, 3, 12);
  arma::vec values(n);
  values[0] = 1.0;
  for (std::size_t i = 1; i < n; ++i)
    values[i] =
        values[i - 1] - (uniform01(rng) < 0.5 ? power_of_ten(rng, -13, -6) : uniform01(rng));
  const arma::mat q = random_rotation(n, rng);
  const arma::mat matrix = q * arma::diagmat(values) * q.t();
  return graph_of(0.5 * (matrix + matrix.t()));
}

/// Two copies of a symmetric graph whose weights differ by a factor near 1: near-degenerate pairs
/// of spaces, and ties within each.
inline Graph near_copies(Rng& rng) {
  const Graph graph = symmetric_graph(rng);
  return disjoint_union(graph, scale_weights(graph, 1.0 + power_of_ten(rng, -13, -5)));
}

/// A symmetric graph with one weight off by a little: lengths and products that nearly tie.
inline Graph near_ties(Rng& rng) {
  const Graph graph = symmetric_graph(rng);
  std::vector<Edge> edges = sorted_edges(graph);
  edges[uniform_below(rng, edges.size())].weight += power_of_ten(rng, -13, -4);
  return make_graph(num_vertices(graph), edges);
}

/// An eigenspace of dimension d with axes that are nearly dependent, one after the other: residuals
/// 1e-5 ... 1 in Gram-Schmidt, so that errors grow by their inverses. They are the longest axes, so
/// that they come first; beyond dimension 10 that would take thousands of vertices.
inline Graph near_dependent_axes(Rng& rng) {
  const double share = uniform01(rng);
  const std::size_t d = share < 0.8    ? between(rng, 2, 4)
                        : share < 0.98 ? between(rng, 5, 6)
                                       : between(rng, 7, 20);
  const double residual = power_of_ten(rng, -5, -0.3);
  arma::mat chain(d, d, arma::fill::zeros); // row i lies close to row i-1
  for (std::size_t i = 0; i < d; ++i) {
    arma::rowvec row(d, arma::fill::zeros);
    if (i > 0) row = chain.row(i - 1) / arma::norm(chain.row(i - 1));
    row[i] += i > 0 ? residual : 1.0;
    // Lengths fall along the chain, so that the classes come in its order.
    const double length = (0.9 - 0.3 * static_cast<double>(i) / static_cast<double>(d)) /
                          std::sqrt(static_cast<double>(d));
    chain.row(i) = row * (length / arma::norm(row));
  }
  // Further rows complete the columns to orthonormal ones, each split until it is short.
  arma::mat rest = arma::eye(d, d) - chain.t() * chain, root;
  arma::vec values;
  arma::eig_sym(values, root, rest);
  for (arma::uword j = 0; j < d; ++j)
    root.col(j) *= std::sqrt(std::max(values[j], 0.0));
  const std::size_t pieces = d > 10 ? 2 : 7 * d / 2;
  arma::mat basis = chain;
  for (std::size_t p = 0; p < pieces; ++p)
    basis = arma::join_cols(basis, root.t() / std::sqrt(static_cast<double>(pieces)));
  arma::mat q, r;
  arma::qr(q, r, basis); // the columns beyond d span the rest
  const arma::uword n = basis.n_rows;
  arma::vec spectrum(n, arma::fill::value(2.0));
  for (arma::uword i = d; i < n; ++i)
    spectrum[i] = uniform01(rng);
  const arma::mat matrix = q * arma::diagmat(spectrum) * q.t();
  return graph_of(0.5 * (matrix + matrix.t()));
}

/// Weights over twelve orders of magnitude.
inline Graph wide_weights(Rng& rng) {
  const Graph graph =
      uniform01(rng) < 0.5 ? symmetric_graph(rng) : erdos_renyi(between(rng, 3, 14), 0.5, rng);
  std::vector<Edge> edges = sorted_edges(graph);
  const bool few = uniform01(rng) < 0.5; // powers of ten alone: ties remain
  for (Edge& e : edges)
    e.weight = few ? std::pow(10.0, static_cast<double>(uniform_below(rng, 13)) - 6.0)
                   : power_of_ten(rng, -6, 6);
  return make_graph(num_vertices(graph), edges);
}

/// Paths, grids and trees large enough for Lanczos.
inline Graph thin_graph(Rng& rng) {
  switch (uniform_below(rng, 3)) {
  case 0:
    return path_graph(between(rng, 260, 500));
  case 1:
    return grid_graph(between(rng, 3, 6), between(rng, 90, 100));
  default:
    return random_tree(between(rng, 260, 500), rng);
  }
}

inline CanonizeOptions random_options(Rng& rng) {
  CanonizeOptions options;
  options.level =
      one_of(rng, std::array{Level::map, Level::search, Level::joint, Level::orbit, Level::label});
  options.c = one_of(rng, std::array{0.0, 1.0, 10.0, 10.0, -3.0, 1e3, 1e6, -1e6});
  options.sign_rule = one_of(rng, std::array{SignRule::map, SignRule::map, SignRule::odd_power,
                                             SignRule::largest_norm, SignRule::largest_entry});
  options.axis_order = one_of(rng, std::array{AxisOrder::label, AxisOrder::longest});
  return options;
}

struct Family {
  const char* name;
  Graph (*draw)(Rng&);
  bool any_operator; ///< otherwise the matrix itself: adjacency
  bool lanczos = false;
};

inline constexpr std::array families = {
    Family{"eigenvalues 1e-6 to 1e-13 apart", near_eigenvalues, false},
    Family{"copies with weights 1e-5 to 1e-13 apart", near_copies, true},
    Family{"ties off by 1e-4 to 1e-13", near_ties, true},
    Family{"nearly dependent axes, d = 2 to 20", near_dependent_axes, false},
    Family{"weights over 12 orders of magnitude", wide_weights, true},
    Family{"Lanczos on paths, grids and trees", thin_graph, true, true},
};

/// One trial: a case drawn from (seed, index), a relabelled and rotated copy, and their comparison.
inline ClaimCheck try_case(const Family& family, std::uint64_t seed, std::uint64_t index) {
  Rng rng = trial_rng(seed, index);
  const Graph graph = family.draw(rng);
  CanonizeOptions options = random_options(rng);
  // A dense matrix of distinct weights costs the search for symmetry a vertex per entry.
  if (!family.lanczos && num_vertices(graph) > 40)
    options.level = std::min(options.level, Level::joint);
  const GraphOperator op =
      family.any_operator
          ? values<GraphOperator>()[uniform_below(rng, values<GraphOperator>().size())]
          : GraphOperator::adjacency;
  SpectrumOptions wanted;
  wanted.solver = family.lanczos ? Solver::lanczos : Solver::dense;
  if (family.lanczos) wanted.k = between(rng, 2, 12);
  return verify_claims(
      graph, op, wanted, [&](Spectrum& s, const Graph& g) { return canonize(s, g, options); }, 1,
      rng());
}

/// Graphs with symmetries, components, leaves and isolated vertices, of many sizes.
inline std::vector<Graph> graphs_with_ties() {
  std::vector<Graph> graphs{petersen_graph(),   rook_graph(4, 4),
                            hypercube_graph(5), dodecahedron_graph(),
                            grid_graph(5, 5),   complete_bipartite_graph(3, 7),
                            Graph(0),           Graph(1),
                            Graph(9),           shrikhande_graph(),
                            path_graph(2),      paley_graph(13)};
  for (std::size_t n = 3; n < 40; n += 4) {
    Rng rng = trial_rng(3, n);
    for (Graph& graph : std::vector{star_graph(n), cycle_graph(n), path_graph(n), complete_graph(n),
                                    disjoint_union(cycle_graph(n), cycle_graph(n)),
                                    random_tree(n, rng), erdos_renyi(n, 0.2, rng)})
      graphs.push_back(std::move(graph));
  }
  return graphs;
}

} // namespace canon::hard
