#include "base/require.hpp"

#include <canon/generate.hpp>

#include <algorithm>
#include <set>

namespace canon {

Graph path_graph(std::size_t n) {
  std::vector<Edge> edges;
  for (Vertex v = 1; v < n; ++v)
    edges.push_back({v - 1, v});
  return make_graph(n, edges);
}

Graph cycle_graph(std::size_t n) {
  require(n >= 3, "cycle_graph: expected n >= 3, got n = " + std::to_string(n));
  return circulant_graph(n, {1});
}

Graph grid_graph(std::size_t rows, std::size_t columns) {
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      const Vertex v = i * columns + j;
      if (j + 1 < columns) edges.push_back({v, v + 1});
      if (i + 1 < rows) edges.push_back({v, v + columns});
    }
  return make_graph(rows * columns, edges);
}

Graph star_graph(std::size_t leaves) {
  return complete_bipartite_graph(1, leaves);
}

Graph complete_graph(std::size_t n) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < n; ++u)
    for (Vertex v = u + 1; v < n; ++v)
      edges.push_back({u, v});
  return make_graph(n, edges);
}

Graph complete_bipartite_graph(std::size_t a, std::size_t b) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < a; ++u)
    for (Vertex v = 0; v < b; ++v)
      edges.push_back({u, a + v});
  return make_graph(a + b, edges);
}

Graph hypercube_graph(std::size_t dimension) {
  require(dimension <= 20,
          "hypercube_graph: expected dimension <= 20, got " + std::to_string(dimension));
  const std::size_t n = std::size_t{1} << dimension;
  std::vector<Edge> edges;
  for (Vertex v = 0; v < n; ++v)
    for (std::size_t bit = 1; bit < n; bit <<= 1)
      if ((v & bit) == 0) edges.push_back({v, v | bit});
  return make_graph(n, edges);
}

Graph circulant_graph(std::size_t n, const std::vector<std::size_t>& offsets) {
  std::set<std::size_t> distances; // s and n - s make the same edges
  for (std::size_t s : offsets) {
    require(1 <= s && s < n, "circulant_graph: expected 1 <= offset < n, got offset = " +
                                 std::to_string(s) + ", n = " + std::to_string(n));
    distances.insert(std::min(s, n - s));
  }
  std::vector<Edge> edges;
  for (std::size_t s : distances)
    for (Vertex v = 0; v < (2 * s == n ? s : n); ++v)
      edges.push_back({v, (v + s) % n});
  return make_graph(n, edges);
}

Graph generalised_petersen_graph(std::size_t n, std::size_t k) {
  require(n >= 3 && k >= 1 && k <= (n - 1) / 2,
          "generalised_petersen_graph: expected n >= 3 and 1 <= k < n/2, got n = " +
              std::to_string(n) + ", k = " + std::to_string(k));
  std::vector<Edge> edges;
  for (Vertex v = 0; v < n; ++v) {
    edges.push_back({v, (v + 1) % n});
    edges.push_back({v, n + v});
    edges.push_back({n + v, n + (v + k) % n});
  }
  return make_graph(2 * n, edges);
}

Graph petersen_graph() {
  return generalised_petersen_graph(5, 2);
}
Graph desargues_graph() {
  return generalised_petersen_graph(10, 3);
}
Graph dodecahedron_graph() {
  return generalised_petersen_graph(10, 2);
}
Graph heawood_graph() {
  return projective_plane_graph(2);
}

Graph icosahedron_graph() {
  // Two poles, and between them two rings of five, rotated against each other by half a step.
  std::vector<Edge> edges;
  for (Vertex i = 0; i < 5; ++i) {
    const Vertex next = (i + 1) % 5;
    edges.insert(edges.end(), {{0, 1 + i},
                               {1 + i, 1 + next},
                               {1 + i, 6 + i},
                               {1 + next, 6 + i},
                               {6 + i, 6 + next},
                               {11, 6 + i}});
  }
  return make_graph(12, edges);
}

Graph rook_graph(std::size_t rows, std::size_t columns) {
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      const Vertex v = i * columns + j;
      for (std::size_t right = j + 1; right < columns; ++right)
        edges.push_back({v, i * columns + right});
      for (std::size_t below = i + 1; below < rows; ++below)
        edges.push_back({v, below * columns + j});
    }
  return make_graph(rows * columns, edges);
}

Graph shrikhande_graph() {
  // The Cayley graph of Z4 x Z4 with connection set +-(0,1), +-(1,0), +-(1,1).
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      for (const auto& [a, b] : {std::pair(0U, 1U), std::pair(1U, 0U), std::pair(1U, 1U)})
        edges.push_back({4 * i + j, 4 * ((i + a) % 4) + (j + b) % 4});
  return make_graph(16, edges);
}

} // namespace canon
