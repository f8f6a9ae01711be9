#include "graph/twins.hpp"

#include "graph/edge_classes.hpp"

#include <canon/base/hash.hpp>

#include <boost/pending/disjoint_sets.hpp>

#include <algorithm>
#include <numeric>

namespace canon {
namespace {

using Neighbour = std::pair<Vertex, std::uint32_t>; // with the kind of the edge

/// Sums of it serve as hashes of sets.
std::uint64_t mix(const Neighbour& n) {
  return scatter(golden_step * (n.first + 1) + 0xd1b54a32d192ed03U * n.second);
}

/// The neighbourhoods of a graph and their hashes, which single out the pairs worth comparing.
class Neighbourhoods {
public:
  explicit Neighbourhoods(const ClassedGraph& graph)
      : graph_(graph), around_(graph.vertex_kind.size()), hash_(around_.size(), 0) {
    for (const ClassedEdge& e : graph.edges) {
      around_[e.u].emplace_back(e.v, e.kind);
      around_[e.v].emplace_back(e.u, e.kind);
    }
    for (Vertex v = 0; v < around_.size(); ++v) {
      std::sort(around_[v].begin(), around_[v].end());
      for (const Neighbour& n : around_[v])
        hash_[v] += mix(n);
    }
  }

  /// An order in which vertices of one kind and neighbourhood are consecutive.
  [[nodiscard]] bool before(Vertex a, Vertex b) const {
    if (graph_.vertex_kind[a] != graph_.vertex_kind[b])
      return graph_.vertex_kind[a] < graph_.vertex_kind[b];
    if (hash_[a] != hash_[b]) return hash_[a] < hash_[b];
    return around_[a] < around_[b];
  }

  [[nodiscard]] bool may_be_adjacent_twins(const ClassedEdge& e) const {
    return graph_.vertex_kind[e.u] == graph_.vertex_kind[e.v] &&
           hash_[e.u] - mix({e.v, e.kind}) == hash_[e.v] - mix({e.u, e.kind});
  }

  /// Whether two adjacent vertices of one kind agree on all others.
  [[nodiscard]] bool adjacent_twins(Vertex a, Vertex b) const {
    if (around_[a].size() != around_[b].size()) return false;
    auto i = around_[a].begin(), j = around_[b].begin();
    for (;;) {
      if (i != around_[a].end() && i->first == b) ++i;
      if (j != around_[b].end() && j->first == a) ++j;
      if (i == around_[a].end() || j == around_[b].end())
        return i == around_[a].end() && j == around_[b].end();
      if (*i++ != *j++) return false;
    }
  }

private:
  const ClassedGraph& graph_;
  std::vector<std::vector<Neighbour>> around_;
  std::vector<std::uint64_t> hash_;
};

} // namespace

TwinClasses twin_classes(const Graph& graph, bool labels) {
  const ClassedGraph classed = classed_graph(graph, labels);
  const std::size_t n = num_vertices(graph);
  const Neighbourhoods around(classed);
  boost::disjoint_sets_with_storage<> sets(n);
  std::vector<Vertex> order(n);
  std::iota(order.begin(), order.end(), Vertex{0});
  for (Vertex v : order)
    sets.make_set(v);
  std::sort(order.begin(), order.end(), [&](Vertex a, Vertex b) { return around.before(a, b); });
  for (std::size_t i = 1; i < n; ++i)
    if (!around.before(order[i - 1], order[i])) sets.union_set(order[i - 1], order[i]);
  for (const ClassedEdge& e : classed.edges)
    if (around.may_be_adjacent_twins(e) && sets.find_set(e.u) != sets.find_set(e.v) &&
        around.adjacent_twins(e.u, e.v))
      sets.union_set(e.u, e.v);

  TwinClasses result;
  result.class_of.resize(n);
  constexpr auto none = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> number(n, none);
  for (Vertex v = 0; v < n; ++v) {
    std::uint32_t& c = number[sets.find_set(v)];
    if (c == none) {
      c = static_cast<std::uint32_t>(result.members.size());
      result.members.emplace_back();
    }
    result.class_of[v] = c;
    result.members[c].push_back(v);
  }
  return result;
}

} // namespace canon
