#pragma once

#include <canon/graph.hpp>

#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <map>
#include <vector>

// Small exact checks written apart from the library, so that they can disagree with it.
namespace canon::checks {

using Colours = std::vector<std::size_t>;

inline std::vector<std::vector<Vertex>> neighbours(const Graph& g) {
  std::vector<std::vector<Vertex>> result(num_vertices(g));
  for (Vertex v = 0; v < num_vertices(g); ++v)
    for (auto w : boost::make_iterator_range(adjacent_vertices(v, g)))
      result[v].push_back(w);
  return result;
}

/// Colour refinement (1-WL) until no colour splits; colours are numbered by their signatures.
inline Colours refine(const Graph& g, Colours colour) {
  const auto adjacent = neighbours(g);
  for (std::size_t count = 0;;) {
    std::vector<std::pair<std::size_t, Colours>> signature;
    for (Vertex v = 0; v < adjacent.size(); ++v) {
      Colours around;
      for (Vertex w : adjacent[v])
        around.push_back(colour[w]);
      std::sort(around.begin(), around.end());
      signature.emplace_back(colour[v], std::move(around));
    }
    std::map<std::pair<std::size_t, Colours>, std::size_t> number;
    for (const auto& s : signature)
      number.emplace(s, 0);
    std::size_t next = 0;
    for (auto& [s, id] : number)
      id = next++;
    for (Vertex v = 0; v < adjacent.size(); ++v)
      colour[v] = number.at(signature[v]);
    if (next == count) return colour;
    count = next;
  }
}

/// The two halves of a colouring of a disjoint union show the same colours equally often.
inline bool same_histogram(const Colours& colour, std::size_t half) {
  Colours a(colour.begin(), colour.begin() + static_cast<std::ptrdiff_t>(half));
  Colours b(colour.begin() + static_cast<std::ptrdiff_t>(half), colour.end());
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

inline bool colour_refinement_agrees(const Graph& a, const Graph& b) {
  const Graph both = disjoint_union(a, b);
  return num_vertices(a) == num_vertices(b) &&
         same_histogram(refine(both, Colours(num_vertices(both), 0)), num_vertices(a));
}

inline bool match(const Graph& a, const Graph& b, const Graph& both, Colours colour) {
  const std::size_t n = num_vertices(a);
  colour = refine(both, std::move(colour));
  if (!same_histogram(colour, n)) return false;
  const auto first_half_end = colour.begin() + static_cast<std::ptrdiff_t>(n);
  for (Vertex v = 0; v < n; ++v) {
    if (std::count(colour.begin(), first_half_end, colour[v]) == 1) continue;
    const std::size_t shared = colour[v];
    colour[v] = 2 * n; // a colour nobody has
    for (Vertex w = n; w < 2 * n; ++w)
      if (colour[w] == shared) {
        Colours tried = colour;
        tried[w] = 2 * n;
        if (match(a, b, both, std::move(tried))) return true;
      }
    return false;
  }
  std::vector<Vertex> place(n);
  for (Vertex v = 0; v < n; ++v)
    place[v] =
        static_cast<Vertex>(std::find(first_half_end, colour.end(), colour[v]) - first_half_end);
  return same_graph(relabel(a, place), b);
}

/// Isomorphism of unlabelled graphs by individualisation and refinement; exact.
inline bool isomorphic(const Graph& a, const Graph& b) {
  if (num_vertices(a) != num_vertices(b) || num_edges(a) != num_edges(b)) return false;
  const Graph both = disjoint_union(a, b);
  return match(a, b, both, Colours(num_vertices(both), 0));
}

inline bool is_simple(const Graph& g, bool loops = false) {
  const auto edges = sorted_edges(g);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!loops && edges[i].u == edges[i].v) return false;
    if (i > 0 && edges[i].u == edges[i - 1].u && edges[i].v == edges[i - 1].v) return false;
  }
  return true;
}

inline bool is_regular(const Graph& g, std::size_t d) {
  const auto range = boost::make_iterator_range(vertices(g));
  return std::all_of(range.begin(), range.end(), [&](Vertex v) { return degree(v, g) == d; });
}

inline bool is_connected(const Graph& g) {
  return number_components(g).count == 1;
}

/// Strongly regular: (n, k, lambda, mu).
inline bool is_srg(const Graph& g, std::size_t n, std::size_t k, std::size_t lambda,
                   std::size_t mu) {
  if (num_vertices(g) != n || !is_regular(g, k) || !is_simple(g)) return false;
  std::vector<std::vector<bool>> joined(n, std::vector<bool>(n, false));
  for (const Edge& e : sorted_edges(g))
    joined[e.u][e.v] = joined[e.v][e.u] = true;
  for (Vertex u = 0; u < n; ++u)
    for (Vertex v = 0; v < u; ++v) {
      std::size_t common = 0;
      for (Vertex w = 0; w < n; ++w)
        common += joined[u][w] && joined[v][w] ? 1 : 0;
      if (common != (joined[u][v] ? lambda : mu)) return false;
    }
  return true;
}

/// Distances from `start`; n where there is no way.
inline std::vector<std::size_t> distances(const Graph& g, Vertex start) {
  const auto adjacent = neighbours(g);
  std::vector<std::size_t> result(adjacent.size(), adjacent.size());
  std::vector<Vertex> queue = {start};
  result[start] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (Vertex w : adjacent[queue[i]])
      if (result[w] == adjacent.size()) {
        result[w] = result[queue[i]] + 1;
        queue.push_back(w);
      }
  return result;
}

inline std::size_t diameter(const Graph& g) {
  std::size_t result = 0;
  for (Vertex v = 0; v < num_vertices(g); ++v)
    result = std::max(result, std::ranges::max(distances(g, v)));
  return result;
}

/// Length of a shortest cycle: without edge uv, the distance of its ends, plus one.
inline std::size_t girth(const Graph& g) {
  std::size_t result = num_vertices(g) + 1;
  for (const Edge& e : sorted_edges(g)) {
    Graph without = g;
    remove_edge(e.u, e.v, without);
    result = std::min(result, distances(without, e.u)[e.v] + 1);
  }
  return result;
}

} // namespace canon::checks
