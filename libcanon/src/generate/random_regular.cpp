#include "base/require.hpp"

#include <canon/generate.hpp>

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace canon {

namespace {

/// Edges of a simple graph under construction, asked for by their ends.
class EdgeSet {
public:
  explicit EdgeSet(std::size_t n) : n_(n) {}
  bool insert(Vertex u, Vertex v) { return u != v && keys_.insert(key(u, v)).second; }
  void erase(Vertex u, Vertex v) { keys_.erase(key(u, v)); }
  [[nodiscard]] bool free(Vertex u, Vertex v) const { return u != v && !keys_.contains(key(u, v)); }

private:
  [[nodiscard]] std::uint64_t key(Vertex u, Vertex v) const {
    return std::uint64_t{std::min(u, v)} * n_ + std::max(u, v);
  }
  std::uint64_t n_;
  std::unordered_set<std::uint64_t> keys_;
};

bool some_pair_fits(std::vector<Vertex> stubs, const EdgeSet& joined) {
  std::sort(stubs.begin(), stubs.end());
  stubs.erase(std::unique(stubs.begin(), stubs.end()), stubs.end());
  for (std::size_t i = 0; i < stubs.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (joined.free(stubs[i], stubs[j])) return true;
  return false;
}

// Steger and Wormald: half-edges are paired at random, and only pairs that would be a loop or a
// second edge are put back. Nothing if the rest cannot be paired at all.
std::optional<std::vector<Edge>> pair_stubs(std::size_t n, std::size_t degree, Rng& rng) {
  EdgeSet joined(n);
  std::vector<Edge> edges;
  std::vector<Vertex> stubs;
  for (Vertex v = 0; v < n; ++v)
    stubs.insert(stubs.end(), degree, v);
  std::vector<Vertex> left;
  while (!stubs.empty()) {
    for (std::size_t rest = stubs.size(); rest > 1; --rest)
      std::swap(stubs[rest - 1], stubs[uniform_below(rng, rest)]);
    left.clear();
    for (std::size_t i = 0; i < stubs.size(); i += 2) {
      const Vertex u = stubs[i];
      const Vertex v = stubs[i + 1];
      if (joined.insert(u, v))
        edges.push_back({u, v});
      else
        left.insert(left.end(), {u, v});
    }
    if (left.size() == stubs.size() && !some_pair_fits(left, joined)) return std::nullopt;
    stubs.swap(left);
  }
  return edges;
}

// Edge switches ab, cd -> ad, cb: a symmetric walk over all graphs with these degrees, so its limit
// is uniform. On few vertices pairing alone is not (six of degree 2: two triangles come twice as
// often as they should); on many it nearly is, and the cap keeps the walk cheap there.
void stir(std::size_t n, std::vector<Edge>& edges, Rng& rng) {
  if (edges.empty()) return;
  EdgeSet joined(n);
  for (const Edge& e : edges)
    joined.insert(e.u, e.v);
  const std::size_t steps = std::min<std::size_t>(20 * edges.size(), 200000);
  for (std::size_t step = 0; step < steps; ++step) {
    Edge& first = edges[uniform_below(rng, edges.size())];
    Edge& second = edges[uniform_below(rng, edges.size())];
    if (uniform_below(rng, 2) == 1) std::swap(second.u, second.v);
    if (!joined.free(first.u, second.v) || !joined.free(second.u, first.v)) continue;
    joined.erase(first.u, first.v);
    joined.erase(second.u, second.v);
    std::swap(first.v, second.v);
    joined.insert(first.u, first.v);
    joined.insert(second.u, second.v);
  }
}

std::vector<Edge> complement(std::size_t n, const std::vector<Edge>& edges) {
  EdgeSet joined(n);
  for (const Edge& e : edges)
    joined.insert(e.u, e.v);
  std::vector<Edge> result;
  for (Vertex v = 0; v < n; ++v)
    for (Vertex u = 0; u < v; ++u)
      if (joined.free(u, v)) result.push_back({u, v});
  return result;
}

} // namespace

Graph random_regular(std::size_t n, std::size_t degree, Rng& rng) {
  require(degree < n, "random_regular: expected degree < n, got degree = " +
                          std::to_string(degree) + ", n = " + std::to_string(n));
  require(n % 2 == 0 || degree % 2 == 0,
          "random_regular: expected n * degree even, got n = " + std::to_string(n) +
              ", degree = " + std::to_string(degree));
  // A dense graph is drawn by its complement. With degree <= (n-1)/2 a pairing succeeds with a
  // probability that stays above 1/10 for every size (measured: 0.6 at n = 6, 0.18 at n = 400 and
  // degree 199), so starting again until one does ends as surely as any rejection sampling.
  const bool dense = degree > n - 1 - degree;
  const std::size_t sparse_degree = dense ? n - 1 - degree : degree;
  auto edges = pair_stubs(n, sparse_degree, rng);
  while (!edges)
    edges = pair_stubs(n, sparse_degree, rng);
  stir(n, *edges, rng);
  return make_graph(n, dense ? complement(n, *edges) : *edges);
}

} // namespace canon
