#pragma once

#include <canon/graph.hpp>
#include <canon/symmetry.hpp>

#include <optional>
#include <tuple>
#include <vector>

namespace canon {

/// A graph as a value that compares: its size, the labels of its vertices (zeros where labels do
/// not count) and its sorted edges.
using GraphForm = std::tuple<std::size_t, std::size_t, std::vector<std::int64_t>,
                             std::vector<std::tuple<Vertex, Vertex, double, std::int64_t>>>;

[[nodiscard]] GraphForm graph_form(const Graph& graph, bool labels);

/// Components that are the same graph.
struct ComponentGroup {
  Graph graph;
  /// Vertex i of `graph` is copies[c][i] of the whole in the copy c.
  std::vector<std::vector<Vertex>> copies;
  /// Of `graph`, where it had to be searched for.
  std::optional<Symmetry> symmetry;
};

/// The components of a graph, equal ones together, in order of their first vertices. Copies in the
/// same order of vertices are recognised at sight, others by their canonical labellings, which are
/// computed only where cheap invariants agree. Where the search gives up (options.max_nodes) a
/// component stays alone: equal ones may then stand apart.
[[nodiscard]] std::vector<ComponentGroup> component_groups(const Graph& graph,
                                                           const SymmetryOptions& options);

} // namespace canon
