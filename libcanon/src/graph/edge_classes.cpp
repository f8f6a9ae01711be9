#include "graph/edge_classes.hpp"

#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <tuple>

namespace canon {
namespace {

/// The place of a value in `values`, which are sorted and all different.
template <typename Value>
std::uint32_t rank_in(const std::vector<Value>& values, const Value& value) {
  return static_cast<std::uint32_t>(std::lower_bound(values.begin(), values.end(), value) -
                                    values.begin());
}

template <typename Value>
void sort_unique(std::vector<Value>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

} // namespace

ClassedGraph classed_graph(const Graph& graph, bool labels) {
  const std::size_t n = num_vertices(graph);
  ClassedGraph result;
  std::vector<std::tuple<std::int64_t, double, std::int64_t>> vertex(n, {0, 0.0, 0});
  if (labels)
    for (Vertex v = 0; v < n; ++v)
      std::get<0>(vertex[v]) = graph[v].label;
  for (auto e : boost::make_iterator_range(edges(graph))) {
    const Vertex u = source(e, graph), v = target(e, graph);
    const std::int64_t label = labels ? graph[e].label : 0;
    if (u == v)
      vertex[u] = {std::get<0>(vertex[u]), graph[e].weight, label};
    else
      result.edge_values.emplace_back(graph[e].weight, label);
  }
  result.vertex_values = vertex;
  sort_unique(result.vertex_values);
  sort_unique(result.edge_values);
  result.vertex_kinds = static_cast<std::uint32_t>(result.vertex_values.size());
  result.edge_kinds = static_cast<std::uint32_t>(result.edge_values.size());
  result.vertex_kind.reserve(n);
  for (const auto& value : vertex)
    result.vertex_kind.push_back(rank_in(result.vertex_values, value));
  result.edges.reserve(num_edges(graph));
  for (auto e : boost::make_iterator_range(edges(graph))) {
    const Vertex u = source(e, graph), v = target(e, graph);
    if (u == v) continue;
    const std::pair value(graph[e].weight, labels ? graph[e].label : 0);
    result.edges.push_back({u, v, rank_in(result.edge_values, value)});
  }
  return result;
}

} // namespace canon
