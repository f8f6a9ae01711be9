#pragma once

#include "io/formats.hpp"
#include "io/graph_builder.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
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

/// The graph of a DOT document, in time and memory proportional to its length. Boost.Graph's parser
/// is not used for reading: it copies every default to every vertex and the members of a graph to
/// every subgraph, and silently drops what it does not understand. Attributes other than "label"
/// and "weight" are passed over, "strict" as well. Braces nest at most 64 deep, and joined
/// subgraphs give at most a million edges: a short text could ask for the square of its length.
[[nodiscard]] ListedGraph parse_dot(const std::string& file, std::string_view text);

/// The one graph of a GraphML document, in one pass. Boost.Graph's reader is not used for reading:
/// it takes what is not XML, drops <data> without a <key>, hyperedges and nested graphs silently,
/// and holds the document as a tree.
[[nodiscard]] ListedGraph parse_graphml(const std::string& file, std::string_view text);

/// A document with one graph, read as a whole by `parse` (file, text).
class ListedReader : public GraphReader {
public:
  using Parse = ListedGraph (*)(const std::string&, std::string_view);

  ListedReader(Lines lines, const ReadOptions& options, Parse parse)
      : lines_(std::move(lines)), builder_(lines_->name(), options), parse_(parse) {}

  bool next(GraphRecord& record) override {
    clear(record);
    if (!lines_) return false;
    const ListedGraph listed = parse_(lines_->name(), lines_->rest());
    lines_.reset();
    build_listed(listed, builder_, record);
    return true;
  }

private:
  Lines lines_;
  GraphBuilder builder_;
  Parse parse_;
};

} // namespace canon
