#pragma once

#include <vector>

/// What models on pairs of nodes need of a batch, made on the host. Graphs lie one after the other:
/// graph g has the nodes [offset[g], offset[g + 1]).
namespace canon::nn {

/// The arrays of a PairIndex.
struct HostPairs {
  std::vector<int> row, first, end, edge, owner;
};

/// Of several edges from u to v the last one counts; loops are left out. ArgumentError beyond 2^31
/// pairs.
[[nodiscard]] HostPairs make_pairs(const std::vector<int>& offset, const std::vector<int>& tail,
                                   const std::vector<int>& head);

/// The arrays of an EdgeIndex from every node of a graph to every node of it, in the same order.
struct HostEdges {
  std::vector<int> offset, tail, head, tail_edge;
};
[[nodiscard]] HostEdges make_complete(const std::vector<int>& offset);

/// Of each pair the entry of (I - rate L)^steps with L = I - D^-1/2 A D^-1/2 (a node without edges:
/// degree 1), all graphs' pairs in the order of make_pairs(). rate in [0, 1], steps >= 1.
[[nodiscard]] std::vector<double> make_diffusion(const std::vector<int>& offset,
                                                 const std::vector<int>& tail,
                                                 const std::vector<int>& head, double rate,
                                                 int steps);

} // namespace canon::nn
