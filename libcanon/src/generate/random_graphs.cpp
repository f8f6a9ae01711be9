#include "base/require.hpp"
#include "generate/geometric_skips.hpp"

#include <canon/generate.hpp>
#include <canon/random_matrix.hpp>

#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace canon {

namespace {

// Joins the vertices first..first+n-1 with one another, each pair with probability p.
void join_within(std::size_t first, std::size_t n, double p, bool loops, Rng& rng,
                 std::vector<Edge>& edges) {
  if (n == 0) return;
  const std::uint64_t pairs = std::uint64_t{n} * (n - 1) / 2 + (loops ? n : 0);
  GeometricSkips skips(pairs, p);
  // Pairs are numbered row by row, v with every smaller (or equal) w; rows only ever move on.
  std::size_t v = 0;
  std::uint64_t row_start = 0;
  const auto row_length = [&] { return v + (loops ? 1 : 0); };
  while (const auto index = skips.next(rng)) {
    while (*index - row_start >= row_length())
      row_start += row_length(), ++v;
    edges.push_back({first + (*index - row_start), first + v});
  }
}

void join_between(std::size_t first_a, std::size_t a, std::size_t first_b, std::size_t b, double p,
                  Rng& rng, std::vector<Edge>& edges) {
  GeometricSkips skips(std::uint64_t{a} * b, p);
  while (const auto index = skips.next(rng))
    edges.push_back({first_a + *index / b, first_b + *index % b});
}

void require_weights(double low, double high) {
  require(low < high && std::isfinite(high - low),
          "with_random_weights: expected finite low < high, got " + std::to_string(low) + ", " +
              std::to_string(high));
}

double draw_weight(double low, double high, Rng& rng) {
  // Rounding can reach `high`, which is outside; a weight of 0 would be no edge.
  for (;;) {
    const double weight = low + (high - low) * uniform01(rng);
    if (weight < high && weight != 0.0) return weight;
  }
}

bool contains(const std::vector<Vertex>& list, Vertex v) {
  return std::find(list.begin(), list.end(), v) != list.end();
}

} // namespace

Graph erdos_renyi(std::size_t n, double p, Rng& rng, bool loops) {
  require_probability(p, "erdos_renyi");
  std::vector<Edge> edges;
  join_within(0, n, p, loops, rng, edges);
  return make_graph(n, edges);
}

arma::mat erdos_renyi_matrix(std::size_t n, double p, Rng& rng, bool loops) {
  require_probability(p, "erdos_renyi_matrix");
  std::vector<Edge> edges;
  join_within(0, n, p, loops, rng, edges);
  arma::mat result(n, n, arma::fill::zeros);
  for (const Edge& e : edges)
    result(e.u, e.v) = result(e.v, e.u) = 1.0;
  return result;
}

Graph stochastic_block(const std::vector<std::size_t>& sizes,
                       const std::vector<std::vector<double>>& p, Rng& rng) {
  const std::size_t blocks = sizes.size();
  require(p.size() == blocks, "stochastic_block: expected one row of p a block");
  for (std::size_t a = 0; a < blocks; ++a) {
    require(p[a].size() == blocks, "stochastic_block: expected one column of p a block");
    for (double entry : p[a])
      require_probability(entry, "stochastic_block");
  }
  for (std::size_t a = 0; a < blocks; ++a)
    for (std::size_t b = 0; b < a; ++b)
      require(p[a][b] == p[b][a], "stochastic_block: expected a symmetric p");

  std::vector<std::size_t> first(blocks + 1, 0);
  std::partial_sum(sizes.begin(), sizes.end(), first.begin() + 1);
  std::vector<Edge> edges;
  for (std::size_t a = 0; a < blocks; ++a) {
    join_within(first[a], sizes[a], p[a][a], false, rng, edges);
    for (std::size_t b = a + 1; b < blocks; ++b)
      join_between(first[a], sizes[a], first[b], sizes[b], p[a][b], rng, edges);
  }
  return make_graph(first[blocks], edges);
}

Graph barabasi_albert(std::size_t n, std::size_t edges_per_vertex, Rng& rng) {
  const std::size_t m = edges_per_vertex;
  require(1 <= m && m < n, "barabasi_albert: expected 1 <= m < n, got m = " + std::to_string(m) +
                               ", n = " + std::to_string(n));
  std::vector<Edge> edges;
  std::vector<Vertex> ends; // every vertex as often as its degree
  const auto join = [&](Vertex u, Vertex v) {
    edges.push_back({u, v});
    ends.push_back(u);
    ends.push_back(v);
  };
  for (Vertex leaf = 1; leaf <= m; ++leaf)
    join(0, leaf);
  std::vector<Vertex> chosen;
  for (Vertex v = m + 1; v < n; ++v) {
    chosen.clear();
    while (chosen.size() < m) {
      const Vertex u = ends[uniform_below(rng, ends.size())];
      if (!contains(chosen, u)) chosen.push_back(u);
    }
    for (Vertex u : chosen)
      join(u, v);
  }
  return make_graph(n, edges);
}

Graph watts_strogatz(std::size_t n, std::size_t neighbours, double p, Rng& rng) {
  require_probability(p, "watts_strogatz");
  require(neighbours % 2 == 0, "watts_strogatz: expected an even number of neighbours, got " +
                                   std::to_string(neighbours));
  require(neighbours < n, "watts_strogatz: expected neighbours < n, got " +
                              std::to_string(neighbours) + ", n = " + std::to_string(n));
  std::vector<std::vector<Vertex>> adjacent(n);
  for (std::size_t step = 1; step <= neighbours / 2; ++step)
    for (Vertex v = 0; v < n; ++v) {
      adjacent[v].push_back((v + step) % n);
      adjacent[(v + step) % n].push_back(v);
    }
  for (std::size_t step = 1; step <= neighbours / 2; ++step)
    for (Vertex v = 0; v < n; ++v) {
      // A vertex joined to all others leaves no free end to move to.
      if (uniform01(rng) >= p || adjacent[v].size() == n - 1) continue;
      const Vertex from = (v + step) % n;
      Vertex to = uniform_below(rng, n);
      while (to == v || contains(adjacent[v], to))
        to = uniform_below(rng, n);
      // Present still: an edge moves only at its own turn.
      *std::find(adjacent[v].begin(), adjacent[v].end(), from) = to;
      std::erase(adjacent[from], v);
      adjacent[to].push_back(v);
    }
  std::vector<Edge> edges;
  for (Vertex v = 0; v < n; ++v)
    for (Vertex w : adjacent[v])
      if (v < w) edges.push_back({v, w});
  return make_graph(n, edges);
}

Graph random_tree(std::size_t n, Rng& rng) {
  require(n >= 1, "random_tree: expected n >= 1");
  if (n == 1) return Graph(1);
  std::vector<Vertex> code(n - 2);
  std::vector<std::size_t> degree(n, 1);
  for (Vertex& v : code) {
    v = uniform_below(rng, n);
    ++degree[v];
  }
  // The next leaf is the smallest one; `pointer` has passed every smaller vertex, so only a vertex
  // that has just become a leaf can come before it.
  std::vector<Edge> edges;
  Vertex pointer = 0;
  while (degree[pointer] != 1)
    ++pointer;
  Vertex leaf = pointer;
  for (Vertex v : code) {
    edges.push_back({leaf, v});
    if (--degree[v] == 1 && v < pointer) {
      leaf = v;
    } else {
      ++pointer;
      while (degree[pointer] != 1)
        ++pointer;
      leaf = pointer;
    }
  }
  edges.push_back({leaf, n - 1});
  return make_graph(n, edges);
}

Graph with_random_weights(const Graph& graph, double low, double high, Rng& rng) {
  require_weights(low, high);
  std::vector<Edge> edges = sorted_edges(graph);
  for (Edge& e : edges)
    e.weight = draw_weight(low, high, rng);
  Graph result = make_graph(num_vertices(graph), edges);
  for (auto v : boost::make_iterator_range(vertices(graph)))
    result[v] = graph[v];
  return result;
}

arma::mat with_random_weights(arma::mat adjacency, double low, double high, Rng& rng) {
  require_weights(low, high);
  require(adjacency.is_square(), "with_random_weights: expected a square matrix");
  // By rows above the diagonal, the order of sorted_edges; read in the columns below it.
  for (arma::uword i = 0; i < adjacency.n_rows; ++i)
    for (arma::uword j = i; j < adjacency.n_rows; ++j)
      if (adjacency(j, i) != 0.0) adjacency(j, i) = adjacency(i, j) = draw_weight(low, high, rng);
  return adjacency;
}

} // namespace canon
