#include "io/graph_builder.hpp"

#include "base/line_reader.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <cmath>

namespace canon {

namespace {

std::string edge_name(std::uint64_t u, std::uint64_t v) {
  return "edge " + std::to_string(u) + "-" + std::to_string(v);
}

/// What `graph = Graph(n)` and add_edge() for each kept entry make, in the memory that the graph
/// holds already: reading many small graphs would mostly be allocation, and their edges would lie
/// further apart with every graph. Boost.Graph has no function for it but leaves its parts open.
template <typename Entries>
void rebuild(Graph& graph, std::size_t n, const Entries& entries) {
  std::vector<std::uint32_t> degree(n, 0); // as add_edge counts: a loop twice
  for (const auto& e : entries)
    if (e.kept) {
      ++degree[e.u];
      ++degree[e.v];
    }
  graph.m_vertices.resize(n);
  for (std::size_t v = 0; v < n; ++v) {
    graph[v] = VertexProperty{};
    graph.out_edge_list(v).clear();
    graph.out_edge_list(v).reserve(degree[v]);
  }
  auto stored = graph.m_edges.begin();
  for (const auto& e : entries) {
    if (!e.kept) continue;
    const EdgeProperty property{e.weight, e.label};
    if (stored == graph.m_edges.end())
      stored = graph.m_edges.emplace(stored, e.u, e.v, property);
    else
      *stored = {e.u, e.v, property};
    graph.out_edge_list(e.u).emplace_back(e.v, stored, &graph.m_edges);
    graph.out_edge_list(e.v).emplace_back(e.u, stored, &graph.m_edges);
    ++stored;
  }
  graph.m_edges.erase(stored, graph.m_edges.end());
}

std::string number_text(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

} // namespace

GraphBuilder::GraphBuilder(std::string file, const ReadOptions& options)
    : file_(std::move(file)), options_(options) {}

void GraphBuilder::start(Listing listing) {
  listing_ = listing;
  mentioned_ = 0;
  edges_.clear();
  vertices_.clear();
}

void GraphBuilder::fail(std::size_t line, const std::string& expected, const std::string& got,
                        ReadRule rule) const {
  throw ParseError(file_, line, "expected " + expected + ", got " + got, rule);
}

void GraphBuilder::refuse_directed(std::size_t line) const {
  if (options_.directed == ReadOptions::Directed::refuse)
    fail(line, "an undirected graph", "a directed one", ReadRule::directed);
}

void GraphBuilder::check_vertex_count(std::uint64_t n, std::size_t line) const {
  if (n > max_vertices)
    fail(line, "at most " + std::to_string(max_vertices) + " vertices", std::to_string(n));
}

void GraphBuilder::mention(std::uint64_t v, std::size_t line) {
  if (v >= max_vertices)
    fail(line, "a vertex below " + std::to_string(max_vertices), std::to_string(v));
  mentioned_ = std::max(mentioned_, static_cast<std::size_t>(v) + 1);
}

void GraphBuilder::add_edge(std::uint64_t u, std::uint64_t v, double weight, std::int64_t label,
                            std::size_t line) {
  mention(u, line);
  mention(v, line);
  if (!std::isfinite(weight)) fail(line, "a finite weight", number_text(weight));
  if (weight == 0.0) fail(line, "a non-zero weight", number_text(weight));
  if (weight < 0.0 && !options_.negative_weights)
    fail(line, "a positive weight", number_text(weight), ReadRule::negative_weights);
  if (u == v && options_.loops == ReadOptions::Loops::refuse)
    fail(line, "two different ends", "the loop " + std::to_string(u) + "-" + std::to_string(v),
         ReadRule::loops);
  const bool kept = u != v || options_.loops == ReadOptions::Loops::keep;
  edges_.push_back(
      {static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v), weight, label, line, kept});
}

void GraphBuilder::add_vertex(std::uint64_t v, std::int64_t label, std::size_t line) {
  mention(v, line);
  vertices_.push_back({static_cast<std::uint32_t>(v), label, line});
}

// order_[first, last) are the listings of one edge, in the order of the file.
void GraphBuilder::merge_group(std::size_t first, std::size_t last) {
  Entry& chosen = edges_[order_[first].second];
  bool reversed_seen = false;
  for (std::size_t i = first + 1; i < last; ++i) {
    Entry& again = edges_[order_[i].second];
    const bool reversed = again.u != chosen.u;
    const bool other_end = listing_ == Listing::both_ends && reversed && !reversed_seen;
    reversed_seen |= reversed;
    if (!other_end && options_.duplicates == ReadOptions::Duplicates::refuse)
      fail(again.line, "every edge once",
           edge_name(again.u, again.v) + " again, first in line " + std::to_string(chosen.line),
           ReadRule::duplicates);
    if (again.weight != chosen.weight || again.label != chosen.label)
      fail(again.line,
           "weight " + number_text(chosen.weight) + " and label " + std::to_string(chosen.label) +
               " as in line " + std::to_string(chosen.line),
           edge_name(again.u, again.v) + " with weight " + number_text(again.weight) +
               " and label " + std::to_string(again.label));
    again.kept = false;
  }
  if (listing_ == Listing::both_ends && chosen.u != chosen.v && !reversed_seen &&
      options_.directed == ReadOptions::Directed::refuse)
    fail(chosen.line,
         edge_name(chosen.v, chosen.u) + " wherever " + edge_name(chosen.u, chosen.v) +
             " is listed",
         "only one of the two", ReadRule::directed);
}

void GraphBuilder::merge_duplicates() {
  order_.clear();
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    const auto [low, high] = std::minmax(edges_[i].u, edges_[i].v);
    if (edges_[i].kept) order_.emplace_back((std::uint64_t{low} << 32) | high, i);
  }
  std::sort(order_.begin(), order_.end());
  for (std::size_t first = 0, last = 0; first < order_.size(); first = last) {
    while (last < order_.size() && order_[last].first == order_[first].first)
      ++last;
    if (last - first > 1 || listing_ == Listing::both_ends) merge_group(first, last);
  }
}

void GraphBuilder::label_vertices(Graph& graph) const {
  std::vector<bool> declared(vertices_.empty() ? 0 : num_vertices(graph), false);
  for (const VertexEntry& entry : vertices_) {
    const bool again = declared[entry.v];
    if (again && (options_.duplicates == ReadOptions::Duplicates::refuse ||
                  graph[entry.v].label != entry.label))
      fail(entry.line, "every vertex once", "vertex " + std::to_string(entry.v) + " again",
           graph[entry.v].label == entry.label ? ReadRule::duplicates : ReadRule::none);
    declared[entry.v] = true;
    graph[entry.v].label = entry.label;
  }
}

void GraphBuilder::require_entries(std::size_t n, std::size_t shown, std::size_t line) {
  // The graph itself counts as one; n is at most max_vertices, so that a quotient does not
  // overflow.
  if (n / vertices_per_entry <= shown + 1) return;
  unseen_ += n - (shown + 1) * vertices_per_entry;
  if (unseen_ > max_unseen_vertices)
    fail(line,
         "edges or vertices that account for n = " + std::to_string(n) + " (a file may have " +
             std::to_string(max_unseen_vertices) + " vertices without)",
         "only " + std::to_string(shown));
}

void GraphBuilder::build(std::size_t n, std::size_t spelled, std::size_t line, Graph& graph) {
  check_vertex_count(n, line);
  if (n < mentioned_) {
    const auto outside = std::find_if(edges_.begin(), edges_.end(),
                                      [n](const Entry& e) { return std::max(e.u, e.v) >= n; });
    if (outside != edges_.end())
      fail(outside->line, "vertices below n = " + std::to_string(n),
           std::to_string(std::max(outside->u, outside->v)));
    fail(line, "vertices below n = " + std::to_string(n), std::to_string(mentioned_ - 1));
  }
  require_entries(n, spelled + vertices_.size() + edges_.size(), line);
  merge_duplicates();
  rebuild(graph, n, edges_);
  label_vertices(graph);
}

} // namespace canon
