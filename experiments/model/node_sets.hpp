#pragma once

#include "autograd/index.hpp"
#include "device/pool.hpp"

#include <vector>

/// Graphs whose nodes are the sets of 2 or 3 nodes of another graph (Morris et al., "Weisfeiler and
/// Leman go neural"). Two sets are neighbours if they differ in one node each and these two are
/// neighbours: the local neighbourhood.
namespace canon::nn {

struct HostNodeSets {
  std::vector<int> offset;     ///< graphs + 1: the sets of each graph
  std::vector<int> tail, head; ///< of the edges between sets, sorted by head
  std::vector<int> type;       ///< of each set: the isomorphism type of the graph that it induces
  int types = 0;               ///< how many types there are
  /// What lies in each set one size below: its nodes for size 2, and for size 3 those of its pairs
  /// that are sets themselves (connected ones, if only connected sets count).
  std::vector<int> member_offset, member;
  int below = 0; ///< how many nodes (sets) there are one size below
};

/// `size` 2 or 3. Graph g has the nodes [node_offset[g], node_offset[g + 1]); loops are left out.
/// DimensionError beyond 2^31 sets or edges.
[[nodiscard]] HostNodeSets make_node_sets(const std::vector<int>& node_offset,
                                          const std::vector<int>& tail,
                                          const std::vector<int>& head,
                                          const std::vector<int>& node_type, int node_types,
                                          int size, bool connected);

/// How many isomorphism types the induced graphs of `size` nodes with `node_types` colours have.
[[nodiscard]] int count_set_types(int size, int node_types);

/// The same on a backend.
class NodeSets {
public:
  NodeSets(Pool& pool, const HostNodeSets& host);

  [[nodiscard]] std::int64_t count() const { return graph_.nodes; }
  [[nodiscard]] const EdgeIndex& graph() const { return graph_; }
  [[nodiscard]] const Segments& by_graph() const { return by_graph_; } ///< the sets of each graph
  [[nodiscard]] const Pick& type() const { return type_; }
  [[nodiscard]] const Pick& members() const { return members_; }
  [[nodiscard]] const Segments& member_sets() const { return member_sets_; } ///< of each set

private:
  const int* hold(Pool& pool, const std::vector<int>& values);

  std::vector<Array<int>> arrays_;
  EdgeIndex graph_;
  Segments by_graph_, member_sets_;
  Pick type_, members_;
};

} // namespace canon::nn
