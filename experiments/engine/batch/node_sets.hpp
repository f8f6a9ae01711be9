#pragma once

#include <cstdint>
#include <vector>

/// Sets of two or three nodes of a graph, for the networks of Morris et al.
namespace canon::nn {

/// The sets of all graphs of a batch, graph after graph, each graph's in the order of their
/// members.
struct HostSets {
  std::vector<int> offset;     ///< graphs + 1
  std::vector<int> type;       ///< of the induced graph with the types of its nodes
  std::vector<int> tail, head; ///< neighbours, both ways
  std::vector<int> part;       ///< `size` a set: its nodes (of a pair), its pairs (of a triple)
};

/// How many graphs there are on `size` (2 or 3) nodes of `types` types, up to isomorphism.
[[nodiscard]] int isomorphism_types(int size, int types);

/// All sets of `size` (2 or 3) nodes; if `connected`, those whose induced graph is. Two sets are
/// neighbours (local ones) if one comes from the other by moving one node along an edge. Graph g
/// has the nodes [offset[g], offset[g + 1]); `node_type` lies in [0, types). ArgumentError beyond
/// 2^31 sets or neighbours.
[[nodiscard]] HostSets make_sets(const std::vector<int>& offset, const std::vector<int>& tail,
                                 const std::vector<int>& head, const std::vector<int>& node_type,
                                 int types, int size, bool connected);

} // namespace canon::nn
