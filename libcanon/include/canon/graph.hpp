#pragma once

#include <canon/export.hpp>

#include <armadillo>
#include <boost/graph/adjacency_list.hpp>

#include <cstddef>
#include <cstdint>
#include <ranges>
#include <tuple>
#include <utility>
#include <vector>

namespace canon CANON_API {

/// A vertex carries one integer label (an atom, a node type); 0 where the source has none.
struct VertexProperty {
  std::int64_t label = 0;
};

/// An edge carries a finite, non-zero weight and one integer label (a bond type).
struct EdgeProperty {
  double weight = 1.0;
  std::int64_t label = 0;
};

/// A simple undirected graph, vertices 0..n-1. It is Boost.Graph's own type, so that every BGL
/// algorithm takes it as it is. A self-loop (v,v) of weight w stands for the diagonal entry w of
/// the adjacency matrix. make_graph and the readers refuse parallel edges; BGL's own add_edge does
/// not check, and what it is given twice counts twice.
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, VertexProperty,
                                    EdgeProperty>;

using Vertex = std::size_t;

/// One edge, for building and for comparing graphs.
struct Edge {
  Vertex u = 0;
  Vertex v = 0;
  double weight = 1.0;
  std::int64_t label = 0;

  friend bool operator==(const Edge&, const Edge&) = default;
};

/// A graph of `n` vertices with these edges. Throws ArgumentError if an end is >= n, a weight is
/// zero or not finite, or an edge is listed twice (in either direction).
[[nodiscard]] Graph make_graph(std::size_t n, const std::vector<Edge>& edges);

/// The same from any range of pairs of vertices, each of weight 1:
///
///     const std::vector<std::pair<int, int>> bonds = {{0, 1}, {1, 2}};
///     canon::Graph propane = canon::make_graph(3, bonds);
template <std::ranges::input_range Pairs>
requires requires(std::ranges::range_reference_t<Pairs> pair) {
  static_cast<Vertex>(std::get<0>(pair));
  static_cast<Vertex>(std::get<1>(pair));
}
[[nodiscard]] Graph make_graph(std::size_t n, Pairs&& pairs) {
  std::vector<Edge> edges;
  for (const auto& pair : pairs)
    edges.push_back(
        {static_cast<Vertex>(std::get<0>(pair)), static_cast<Vertex>(std::get<1>(pair))});
  return make_graph(n, edges);
}

/// The graph whose adjacency matrix this is: an edge per stored entry of the upper triangle, with
/// that weight; diagonal entries are loops. Throws ArgumentError unless it is square, finite and
/// symmetric (up to 64 ulps of the largest entry).
[[nodiscard]] Graph make_graph(const arma::sp_mat& adjacency);

/// The edges with u <= v, sorted by (u, v): the graph's value, whatever order it was built in.
[[nodiscard]] std::vector<Edge> sorted_edges(const Graph& graph);

/// Same vertices, labels, edges, weights: equality of labelled graphs, not isomorphism.
[[nodiscard]] bool same_graph(const Graph& a, const Graph& b);

/// The graph in which vertex v of `graph` is called place[v]. `place` must be a permutation of
/// 0..n-1 (ArgumentError otherwise). Labels and weights travel along.
[[nodiscard]] Graph relabel(const Graph& graph, const std::vector<Vertex>& place);

/// Vertices of `a` keep their names, those of `b` come after them.
[[nodiscard]] Graph disjoint_union(const Graph& a, const Graph& b);

/// Which component each vertex is in.
struct ComponentNumbers {
  std::vector<std::size_t> component; ///< by vertex, 0..count-1, in order of their smallest vertex
  std::size_t count = 0;
};
[[nodiscard]] ComponentNumbers number_components(const Graph& graph);

/// A connected component as a graph of its own: its vertex i is vertices[i] of the whole.
struct Component {
  Graph graph;
  std::vector<Vertex> vertices;
};

/// All components, in order of their smallest vertex; labels and weights travel along.
[[nodiscard]] std::vector<Component> split_components(const Graph& graph);

/// True if every weight is 1.
[[nodiscard]] bool is_unweighted(const Graph& graph);

/// True if some vertex or edge label differs from 0.
[[nodiscard]] bool is_labelled(const Graph& graph);

} // namespace canon
