#include "graph/symmetric_matrix.hpp"

#include <canon/error.hpp>
#include <canon/graph.hpp>

#include <boost/graph/connected_components.hpp>
#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace canon {

namespace {

/// Whether no edge is listed twice, for graphs whose rows fit into words: without a sort, which
/// would take longer than the rest of make_graph().
bool plainly_simple(std::size_t n, const std::vector<Edge>& edges) {
  constexpr std::size_t bits = 64;
  if (n > bits) return false;
  std::array<std::uint64_t, bits> rows{};
  for (const Edge& e : edges) {
    const auto [low, high] = std::minmax(e.u, e.v);
    const std::uint64_t bit = std::uint64_t{1} << high;
    if ((rows[low] & bit) != 0) return false;
    rows[low] |= bit;
  }
  return true;
}

void require_simple(std::size_t n, const std::vector<Edge>& edges) {
  if (plainly_simple(n, edges)) return;
  std::vector<std::pair<Vertex, Vertex>> seen;
  seen.reserve(edges.size());
  for (const Edge& e : edges)
    seen.emplace_back(std::minmax(e.u, e.v));
  std::sort(seen.begin(), seen.end());
  if (auto twice = std::adjacent_find(seen.begin(), seen.end()); twice != seen.end())
    throw ArgumentError("edge " + std::to_string(twice->first) + "-" +
                        std::to_string(twice->second) + " is listed twice");
}

} // namespace

Graph make_graph(std::size_t n, const std::vector<Edge>& edges) {
  std::vector<std::uint32_t> degree(n, 0); // as add_edge counts: a loop twice
  for (const Edge& e : edges) {
    if (e.u >= n || e.v >= n)
      throw ArgumentError("edge " + std::to_string(e.u) + "-" + std::to_string(e.v) +
                          ": vertex >= n = " + std::to_string(n));
    if (!std::isfinite(e.weight) || e.weight == 0.0)
      throw ArgumentError("edge " + std::to_string(e.u) + "-" + std::to_string(e.v) +
                          ": weight must be finite and non-zero");
    ++degree[e.u];
    ++degree[e.v];
  }
  require_simple(n, edges);
  Graph graph(n);
  for (Vertex v = 0; v < n; ++v)
    graph.out_edge_list(v).reserve(degree[v]);
  for (const Edge& e : edges)
    add_edge(e.u, e.v, EdgeProperty{e.weight, e.label}, graph);
  return graph;
}

Graph make_graph(const arma::sp_mat& adjacency) {
  require_symmetric(adjacency, "make_graph");
  std::vector<Edge> edges;
  for (auto entry = adjacency.begin(); entry != adjacency.end(); ++entry)
    if (entry.row() <= entry.col() && *entry != 0.0)
      edges.push_back({entry.row(), entry.col(), *entry});
  return make_graph(adjacency.n_rows, edges);
}

std::vector<Edge> sorted_edges(const Graph& graph) {
  std::vector<Edge> result;
  result.reserve(num_edges(graph));
  for (auto e : boost::make_iterator_range(edges(graph))) {
    const auto [u, v] = std::minmax({source(e, graph), target(e, graph)});
    result.push_back({u, v, graph[e].weight, graph[e].label});
  }
  std::sort(result.begin(), result.end(),
            [](const Edge& a, const Edge& b) { return std::pair(a.u, a.v) < std::pair(b.u, b.v); });
  return result;
}

bool same_graph(const Graph& a, const Graph& b) {
  if (num_vertices(a) != num_vertices(b) || num_edges(a) != num_edges(b)) return false;
  for (Vertex v = 0; v < num_vertices(a); ++v)
    if (a[v].label != b[v].label) return false;
  return sorted_edges(a) == sorted_edges(b);
}

Graph relabel(const Graph& graph, const std::vector<Vertex>& place) {
  const std::size_t n = num_vertices(graph);
  std::vector<bool> taken(n, false);
  if (place.size() != n) throw ArgumentError("relabel: place.size() != n = " + std::to_string(n));
  for (Vertex p : place) {
    if (p >= n || taken[p]) throw ArgumentError("relabel: place is not a permutation of 0..n-1");
    taken[p] = true;
  }
  Graph result(n);
  for (Vertex v = 0; v < n; ++v)
    result[place[v]] = graph[v];
  for (auto e : boost::make_iterator_range(edges(graph)))
    add_edge(place[source(e, graph)], place[target(e, graph)], graph[e], result);
  return result;
}

Graph disjoint_union(const Graph& a, const Graph& b) {
  Graph result = a;
  const std::size_t shift = num_vertices(a);
  for (Vertex v = 0; v < num_vertices(b); ++v)
    result[add_vertex(result)] = b[v];
  for (auto e : boost::make_iterator_range(edges(b)))
    add_edge(shift + source(e, b), shift + target(e, b), b[e], result);
  return result;
}

ComponentNumbers number_components(const Graph& graph) {
  ComponentNumbers result;
  result.component.assign(num_vertices(graph), 0);
  if (!result.component.empty())
    result.count = boost::connected_components(graph, result.component.data());
  return result;
}

std::vector<Component> split_components(const Graph& graph) {
  const auto [component, count] = number_components(graph);
  std::vector<Component> parts(count);
  std::vector<Vertex> place(component.size());
  for (Vertex v = 0; v < component.size(); ++v) {
    Component& part = parts[component[v]];
    place[v] = part.vertices.size();
    part.vertices.push_back(v);
    add_vertex(graph[v], part.graph);
  }
  for (auto e : boost::make_iterator_range(edges(graph))) {
    const Vertex u = source(e, graph), v = target(e, graph);
    add_edge(place[u], place[v], graph[e], parts[component[u]].graph);
  }
  return parts;
}

bool is_unweighted(const Graph& graph) {
  const auto range = boost::make_iterator_range(edges(graph));
  return std::all_of(range.begin(), range.end(),
                     [&](const auto& e) { return graph[e].weight == 1.0; });
}

bool is_labelled(const Graph& graph) {
  for (auto v : boost::make_iterator_range(vertices(graph)))
    if (graph[v].label != 0) return true;
  const auto range = boost::make_iterator_range(edges(graph));
  return std::any_of(range.begin(), range.end(),
                     [&](const auto& e) { return graph[e].label != 0; });
}

} // namespace canon
