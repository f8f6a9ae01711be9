#include "base/require.hpp"

#include <canon/generate.hpp>

#include <bliss/graph.hh>

#include <algorithm>
#include <set>

namespace canon {

namespace {

using EdgeList = std::vector<std::pair<unsigned, unsigned>>;

EdgeList canonical_edges(unsigned n, const EdgeList& edges) {
  bliss::Graph graph(n);
  // bliss 0.73 forgets to free the state of its component recursion when the first refinement
  // already distinguishes all vertices; graphs this small do not need it.
  graph.set_component_recursion(false);
  for (const auto& [u, v] : edges)
    graph.add_edge(u, v);
  bliss::Stats stats;
  // Up to bliss 0.73 the two are a hook and its argument, later two std::function.
  const unsigned* place = graph.canonical_form(stats, nullptr, nullptr);
  EdgeList result;
  for (const auto& [u, v] : edges)
    result.emplace_back(std::minmax(place[u], place[v]));
  std::sort(result.begin(), result.end());
  return result;
}

// A connected graph has a vertex without which it stays connected, so the classes on n vertices
// all arise from those on n-1 by one vertex with some neighbours. The first graph met of a class
// stands for it: canonical forms, which differ between releases of bliss, only distinguish classes.
std::vector<EdgeList> connected_edge_lists(unsigned n) {
  if (n == 1) return {{}};
  std::vector<EdgeList> result;
  std::set<EdgeList> seen;
  for (const EdgeList& smaller : connected_edge_lists(n - 1))
    for (unsigned neighbours = 1; neighbours < 1U << (n - 1); ++neighbours) {
      EdgeList edges = smaller;
      for (unsigned v = 0; v < n - 1; ++v)
        if ((neighbours >> v & 1) == 1) edges.emplace_back(v, n - 1);
      if (seen.insert(canonical_edges(n, edges)).second) result.push_back(std::move(edges));
    }
  return result;
}

} // namespace

std::vector<Graph> connected_graphs(std::size_t n) {
  require(1 <= n && n <= 7, "connected_graphs: expected 1 <= n <= 7, got n = " + std::to_string(n));
  auto lists = connected_edge_lists(static_cast<unsigned>(n));
  std::stable_sort(lists.begin(), lists.end(),
                   [](const EdgeList& a, const EdgeList& b) { return a.size() < b.size(); });
  std::vector<Graph> result;
  for (const EdgeList& list : lists) {
    std::vector<Edge> edges;
    for (const auto& [u, v] : list)
      edges.push_back({u, v});
    result.push_back(make_graph(n, edges));
  }
  return result;
}

} // namespace canon
