#pragma once

#include <canon/error.hpp>
#include <canon/graph.hpp>
#include <canon/graph_io.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace canon {

/// How a file lists an undirected edge.
enum class Listing {
  once,      ///< in one line, in whichever direction
  both_ends, ///< from either end (EXP, a general matrix, a digraph). An edge seen from one end only
             ///< is refused, unless options.directed == symmetrise
};

/// The one place where the rules of ReadOptions are applied: every reader hands over what is in
/// its file and gets a simple graph or a ParseError with the line.
class GraphBuilder {
public:
  GraphBuilder(std::string file, const ReadOptions& options);

  /// Forgets everything and starts a graph.
  void start(Listing listing = Listing::once);

  /// For a format that says so: throws unless digraphs are let in.
  void refuse_directed(std::size_t line) const;

  /// Throws if n > max_vertices. A header may be checked by it before its data are read.
  void check_vertex_count(std::uint64_t n, std::size_t line) const;

  /// An edge as listed in `line`, ends below max_vertices, weight by the rules. Throws at once
  /// for what can be checked at once; ranges and duplicates wait for build().
  void add_edge(std::uint64_t u, std::uint64_t v, double weight, std::int64_t label,
                std::size_t line);

  /// A vertex that the file spells out with its label. A second declaration is a duplicate.
  void add_vertex(std::uint64_t v, std::int64_t label, std::size_t line);

  /// 1 + the largest id mentioned so far.
  [[nodiscard]] std::size_t mentioned() const { return mentioned_; }
  /// Whether no vertex and no edge has come.
  [[nodiscard]] bool empty() const { return edges_.empty() && vertices_.empty(); }

  /// The graph on 0..n-1. `spelled` counts the vertices for which the file held something of their
  /// own: with few of them and few edges a large n is refused (see max_unseen_vertices), counted
  /// over all graphs of this builder. Messages about n name `line`.
  void build(std::size_t n, std::size_t spelled, std::size_t line, Graph& graph);

  /// After build(): whether the i-th edge added is an edge of the graph, and not a dropped loop or
  /// a merged duplicate. The graph's edges are in the order in which they were added.
  [[nodiscard]] bool kept(std::size_t i) const { return edges_[i].kept; }

private:
  struct Entry {
    std::uint32_t u, v;
    double weight;
    std::int64_t label;
    std::size_t line;
    bool kept;
  };
  struct VertexEntry {
    std::uint32_t v;
    std::int64_t label;
    std::size_t line;
  };

  [[noreturn]] void fail(std::size_t line, const std::string& expected, const std::string& got,
                         ReadRule rule = ReadRule::none) const;
  void mention(std::uint64_t v, std::size_t line);
  void require_entries(std::size_t n, std::size_t shown, std::size_t line);
  void merge_duplicates();
  void merge_group(std::size_t first, std::size_t last);
  void label_vertices(Graph& graph) const;

  std::string file_;
  ReadOptions options_;
  Listing listing_ = Listing::once;
  std::size_t mentioned_ = 0;
  std::size_t unseen_ = 0; // in all graphs so far
  std::vector<Entry> edges_;
  std::vector<VertexEntry> vertices_;
  std::vector<std::pair<std::uint64_t, std::size_t>> order_; // (ends, index), reused
};

} // namespace canon
