#pragma once

#include "io/graph_builder.hpp"

#include <canon/graph_io.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace canon {

/// What a document of DOT or GraphML says, before the rules of ReadOptions are applied.
struct ListedGraph {
  struct Edge {
    std::size_t u, v;
    double weight;
    std::int64_t label;
    std::size_t line;
  };

  bool directed = false;
  std::size_t line = 0; ///< where the graph begins
  std::string name;
  std::vector<std::int64_t> labels; ///< one per vertex
  std::vector<Edge> edges;
};

/// Hands the graph over to the builder and gets the record's graph and name from it.
inline void build_listed(const ListedGraph& listed, GraphBuilder& builder, GraphRecord& record) {
  if (listed.directed) builder.refuse_directed(listed.line);
  builder.start(listed.directed ? Listing::both_ends : Listing::once);
  for (const ListedGraph::Edge& e : listed.edges)
    builder.add_edge(e.u, e.v, e.weight, e.label, e.line);
  const std::size_t n = listed.labels.size();
  builder.build(n, n, listed.line, record.graph);
  for (Vertex v = 0; v < n; ++v)
    record.graph[v].label = listed.labels[v];
  record.name = listed.name;
}

} // namespace canon
