#pragma once

#include <boost/graph/adjacency_list.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace canon {

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
/// the adjacency matrix; parallel edges are never stored (add_edge below refuses them).
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

/// A graph of `n` vertices with these edges. Throws DimensionError if an end is >= n, a weight is
/// zero or not finite, or an edge stands twice (in either direction).
[[nodiscard]] Graph make_graph(std::size_t n, const std::vector<Edge>& edges);

/// The edges with u <= v, sorted by (u, v): the graph's value, whatever order it was built in.
[[nodiscard]] std::vector<Edge> sorted_edges(const Graph& graph);

/// Same vertices, labels, edges, weights: equality of labelled graphs, not isomorphism.
[[nodiscard]] bool same_graph(const Graph& a, const Graph& b);

/// The graph in which vertex v of `graph` is called place[v]. `place` must be a permutation of
/// 0..n-1 (DimensionError otherwise). Labels and weights travel along.
[[nodiscard]] Graph relabel(const Graph& graph, const std::vector<Vertex>& place);

/// Vertices of `a` keep their names, those of `b` come after them.
[[nodiscard]] Graph disjoint_union(const Graph& a, const Graph& b);

/// component[v] in 0..count-1, numbered by their smallest vertex; returns count.
std::size_t connected_components_of(const Graph& graph, std::vector<std::size_t>& component);

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
