#include "base/require.hpp"

#include <canon/generate.hpp>

#include <bit>

namespace canon {

namespace {

constexpr std::size_t smallest_degree = 2;
constexpr std::size_t largest_degree = 8;

void require_base(const Graph& base, const std::vector<Edge>& edges) {
  require(number_components(base).count == 1, "cfi: expected a connected base graph");
  for (const Edge& e : edges)
    require(e.u != e.v, "cfi: expected a base graph without loops");
  // Below degree 2 a gadget has one vertex, and colour refinement sees the twist through it.
  for (Vertex v = 0; v < num_vertices(base); ++v)
    require(smallest_degree <= degree(v, base) && degree(v, base) <= largest_degree,
            "cfi: expected base degrees between 2 and 8, got degree " +
                std::to_string(degree(v, base)) + " at vertex " + std::to_string(v));
}

} // namespace

// The compact construction: base vertex v becomes the even subsets of its edges, and across a base
// edge e two subsets are joined if they agree about e (disagree, if e is twisted). No colours mark
// the gadgets: the homomorphisms from the base that project to the identity exist only over the
// untwisted graph, and over any other projection they are at least as many there, so the counts
// differ and the pair is not isomorphic (Roberson, "Oddomorphisms and homomorphism
// indistinguishability over graphs of bounded degree", arXiv 2206.10321).
Graph cfi_graph(const Graph& base, std::size_t twists) {
  const std::vector<Edge> base_edges = sorted_edges(base);
  require_base(base, base_edges);
  require(twists <= base_edges.size(),
          "cfi_graph: expected twists <= edges of the base = " + std::to_string(base_edges.size()) +
              ", got " + std::to_string(twists));
  const std::size_t n = num_vertices(base);
  std::vector<std::size_t> first(n + 1, 0);
  for (Vertex v = 0; v < n; ++v)
    first[v + 1] = first[v] + (std::size_t{1} << (degree(v, base) - 1));
  // The even subset number s of d edges: the bits of s, then the one that makes their count even.
  const auto holds = [&](Vertex v, std::size_t s, std::size_t place) {
    const bool last = place + 1 == degree(v, base);
    return last ? std::popcount(s) % 2 == 1 : (s >> place & 1) == 1;
  };
  std::vector<Edge> edges;
  std::vector<std::size_t> place(n, 0); // how many edges of the vertex came before this one
  for (std::size_t i = 0; i < base_edges.size(); ++i) {
    const auto [u, v, weight, label] = base_edges[i];
    for (std::size_t s = 0; s < first[u + 1] - first[u]; ++s)
      for (std::size_t t = 0; t < first[v + 1] - first[v]; ++t)
        if ((holds(u, s, place[u]) == holds(v, t, place[v])) == (i >= twists))
          edges.push_back({first[u] + s, first[v] + t});
    ++place[u];
    ++place[v];
  }
  return make_graph(first[n], edges);
}

std::pair<Graph, Graph> cfi_pair(const Graph& base) {
  return {cfi_graph(base, 0), cfi_graph(base, 1)};
}

} // namespace canon
