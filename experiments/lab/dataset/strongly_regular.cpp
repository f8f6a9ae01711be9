#include "dataset/strongly_regular.hpp"

#include <canon/generate.hpp>
#include <canon/symmetry.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace canon::lab {
namespace {

using Joined = std::function<bool(std::size_t, std::size_t)>;

Graph graph_of(std::size_t n, const Joined& joined) {
  std::vector<Edge> edges;
  for (std::size_t u = 0; u < n; ++u)
    for (std::size_t v = u + 1; v < n; ++v)
      if (joined(u, v)) edges.push_back({u, v});
  return make_graph(n, edges);
}

/// The pairs of n things, joined where they share one: T(n).
std::vector<std::pair<std::size_t, std::size_t>> pairs_of(std::size_t n) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      pairs.emplace_back(i, j);
  return pairs;
}

/// T(n), switched: what joins a pair of `switched` to another pair is exchanged with what does not.
Graph triangular_graph(std::size_t n,
                       const std::set<std::pair<std::size_t, std::size_t>>& switched = {}) {
  const auto pairs = pairs_of(n);
  return graph_of(pairs.size(), [&](std::size_t u, std::size_t v) {
    const auto [a, b] = pairs[u];
    const auto [c, d] = pairs[v];
    const bool share = a == c || a == d || b == c || b == d;
    return share != (switched.contains(pairs[u]) != switched.contains(pairs[v]));
  });
}

/// T(8) and the graphs that Chang found beside it: switched at a perfect matching, at a cycle of 8
/// and at cycles of 3 and 5.
std::vector<Graph> chang_graphs() {
  return {triangular_graph(8), triangular_graph(8, {{0, 1}, {2, 3}, {4, 5}, {6, 7}}),
          triangular_graph(8, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {0, 7}}),
          triangular_graph(8, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {3, 7}})};
}

using Product = std::function<std::size_t(std::size_t, std::size_t)>;

/// The cells of a group's table, joined in one row, one column or with one symbol.
Graph latin_square_graph(std::size_t n, const Product& product) {
  return graph_of(n * n, [&](std::size_t u, std::size_t v) {
    return u / n == v / n || u % n == v % n || product(u / n, u % n) == product(v / n, v % n);
  });
}

Product cyclic(std::size_t n) {
  return [n](std::size_t a, std::size_t b) { return (a + b) % n; };
}

/// a^i b^j with b^2 = a^square and b a = a^(+-1) b: the direct product with the group of two,
/// dihedral groups, the quaternions.
Product extension(std::size_t m, bool inverts, std::size_t square) {
  return [=](std::size_t x, std::size_t y) {
    const std::size_t i = x % m, j = x / m, k = y % m, l = y / m;
    const std::size_t moved = inverts && j == 1 ? m - k : k;
    return (i + moved + square * j * l) % m + m * ((j + l) % 2);
  };
}

std::vector<Graph> latin_square_graphs() {
  std::vector<Graph> graphs;
  for (std::size_t n = 3; n <= 9; ++n)
    graphs.push_back(latin_square_graph(n, cyclic(n)));
  const Product bits = [](std::size_t a, std::size_t b) { return a ^ b; };
  const Product digits = [](std::size_t a, std::size_t b) {
    return (a / 3 + b / 3) % 3 * 3 + (a + b) % 3;
  };
  graphs.push_back(latin_square_graph(4, bits));
  graphs.push_back(latin_square_graph(6, extension(3, true, 0)));
  graphs.push_back(latin_square_graph(8, bits));
  graphs.push_back(latin_square_graph(8, extension(4, false, 0)));
  graphs.push_back(latin_square_graph(8, extension(4, true, 0)));
  graphs.push_back(latin_square_graph(8, extension(4, true, 2)));
  graphs.push_back(latin_square_graph(9, digits));
  return graphs;
}

std::vector<Graph> candidates() {
  std::vector<Graph> graphs = {petersen_graph(), shrikhande_graph()};
  for (std::size_t n = 3; n <= 9; ++n)
    graphs.push_back(rook_graph(n, n));
  for (const std::size_t q : {5, 9, 13, 17, 25, 29, 37, 41, 49})
    graphs.push_back(paley_graph(q));
  for (const std::size_t n : {5, 6, 7, 9})
    graphs.push_back(triangular_graph(n));
  for (const auto& more : {chang_graphs(), latin_square_graphs()})
    graphs.insert(graphs.end(), more.begin(), more.end());
  return graphs;
}

} // namespace

std::optional<StronglyRegular> strongly_regular(const Graph& graph) {
  const std::size_t n = boost::num_vertices(graph);
  if (n == 0) return {};
  std::vector<std::vector<char>> joined(n, std::vector<char>(n, 0));
  for (const Edge& edge : sorted_edges(graph)) {
    if (edge.u == edge.v) return {};
    joined[edge.u][edge.v] = joined[edge.v][edge.u] = 1;
  }
  const auto common = [&](std::size_t u, std::size_t v) {
    std::size_t count = 0;
    for (std::size_t w = 0; w < n; ++w)
      count += static_cast<std::size_t>(joined[u][w] != 0 && joined[v][w] != 0);
    return count;
  };
  StronglyRegular found{n, common(0, 0), 0, 0};
  bool any[2] = {false, false};
  for (std::size_t u = 0; u < n; ++u) {
    if (common(u, u) != found.degree) return {};
    for (std::size_t v = u + 1; v < n; ++v) {
      const bool edge = joined[u][v] != 0;
      std::size_t& expected = edge ? found.lambda : found.mu;
      if (!std::exchange(any[edge ? 1 : 0], true)) expected = common(u, v);
      if (common(u, v) != expected) return {};
    }
  }
  if (!any[0] || !any[1]) return {};
  return found;
}

std::string text(const StronglyRegular& parameters) {
  return "(" + std::to_string(parameters.n) + ", " + std::to_string(parameters.degree) + ", " +
         std::to_string(parameters.lambda) + ", " + std::to_string(parameters.mu) + ")";
}

std::vector<StronglyRegularFamily> strongly_regular_families() {
  std::map<StronglyRegular, std::vector<Graph>> found;
  for (const Graph& graph : candidates())
    if (const auto parameters = strongly_regular(graph)) {
      std::vector<Graph>& family = found[*parameters];
      if (std::none_of(family.begin(), family.end(),
                       [&](const Graph& other) { return isomorphic(graph, other); }))
        family.push_back(graph);
    }
  std::vector<StronglyRegularFamily> families;
  for (auto& [parameters, graphs] : found)
    if (graphs.size() > 1) families.push_back({parameters, std::move(graphs)});
  return families;
}

} // namespace canon::lab
