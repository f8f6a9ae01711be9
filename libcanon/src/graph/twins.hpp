#pragma once

#include <canon/graph.hpp>

#include <cstdint>
#include <vector>

namespace canon {

/// Twins: vertices that can be exchanged while all others stay, because they have the same weights
/// (and labels, if asked for) to every other vertex and the same loop. Being twins is an
/// equivalence, and within a class either no two members are adjacent (isolated vertices, leaves
/// of one hub) or all are, by equal edges (cliques). Every operator of the graph has the
/// eigenvectors e_i - e_j for them.
struct TwinClasses {
  std::vector<std::uint32_t> class_of;      ///< numbered by their smallest vertices
  std::vector<std::vector<Vertex>> members; ///< ascending

  [[nodiscard]] std::size_t count() const { return members.size(); }
};

/// O(m log m). Equal weights are equal numbers: they are input, not results.
[[nodiscard]] TwinClasses twin_classes(const Graph& graph, bool labels);

} // namespace canon
