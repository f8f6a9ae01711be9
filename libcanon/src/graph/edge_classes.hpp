#pragma once

#include <canon/graph.hpp>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace canon {

/// An edge, without loops.
struct ClassedEdge {
  Vertex u = 0, v = 0;
  std::uint32_t kind = 0; ///< the rank of (weight, label) among those of the graph
};

/// A graph with its weights and labels replaced by small integers, in an order that depends on
/// their values alone: what colour refinement and canonical labelling work on.
struct ClassedGraph {
  std::vector<std::uint32_t> vertex_kind; ///< rank of (label, weight and label of its loop)
  std::uint32_t vertex_kinds = 0;
  std::vector<ClassedEdge> edges; ///< without loops
  std::uint32_t edge_kinds = 0;
  /// The (weight, label) pairs behind the edge kinds, in order: two graphs whose kinds stand for
  /// different values are not isomorphic.
  std::vector<std::pair<double, std::int64_t>> edge_values;
  std::vector<std::tuple<std::int64_t, double, std::int64_t>> vertex_values;
};

/// Weights count as equal only if they are the same number: they are input, not results.
[[nodiscard]] ClassedGraph classed_graph(const Graph& graph, bool labels);

} // namespace canon
