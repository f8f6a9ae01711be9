#pragma once

#include <cstdint>

/// Index arrays of a batch as the operations see them: on the backend, owned by the batch.
namespace canon::nn {

/// Rows of one matrix picked by another's: row i of the result is row `index[i]` of the source. The
/// transpose says for each source row which results took it, so that the way back is a sum.
struct Pick {
  const int* index = nullptr; ///< `count` numbers in [0, rows)
  std::int64_t count = 0;
  std::int64_t rows = 0;
  const int* offset = nullptr; ///< rows + 1 places in `taken`
  const int* taken = nullptr;  ///< `count` numbers in [0, count); null: 0, 1, 2, ...
};

/// Items that lie together: segment s has the items [offset[s], offset[s + 1]).
struct Segments {
  const int* offset = nullptr; ///< count + 1
  std::int64_t count = 0;
  std::int64_t items = 0;
  const int* owner = nullptr; ///< the segment of each item
};

/// A directed graph, its edges sorted by head (the node that they point to); undirected graphs have
/// both directions.
struct EdgeIndex {
  std::int64_t nodes = 0, edges = 0;
  const int* head_offset = nullptr; ///< nodes + 1: the edges of each head
  const int* tail = nullptr;        ///< edges
  const int* head = nullptr;        ///< edges
  const int* tail_offset = nullptr; ///< nodes + 1: places in tail_edge
  const int* tail_edge = nullptr;   ///< edges: the edges of each tail

  [[nodiscard]] Pick tails() const { return {tail, edges, nodes, tail_offset, tail_edge}; }
  [[nodiscard]] Pick heads() const { return {head, edges, nodes, head_offset, nullptr}; }
  [[nodiscard]] Segments by_head() const { return {head_offset, nodes, edges, head}; }
};

/// All ordered pairs (v, u) of nodes of one graph, row after row: the pairs of v lie together, u in
/// the order of the graph's nodes.
struct PairIndex {
  std::int64_t nodes = 0, pairs = 0;
  const int* row = nullptr;   ///< nodes: where the pairs (v, .) begin
  const int* first = nullptr; ///< nodes: the first node of v's graph
  const int* end = nullptr;   ///< nodes: one past its last
  const int* edge = nullptr;  ///< pairs: the edge from u to v, or -1
  const int* owner = nullptr; ///< pairs: v
};

/// Sets of nodes: their neighbours, the graph they belong to, their isomorphism types, and what
/// they are made of (nodes, or smaller sets), `parts` of which lie together.
struct SetIndex {
  EdgeIndex edges;
  Segments of_graph;
  Pick type;
  Pick part;
  Segments parts;
};

} // namespace canon::nn
