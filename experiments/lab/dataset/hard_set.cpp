#include "dataset/hard_set.hpp"

#include "dataset/checksum.hpp"
#include "dataset/exp_generator.hpp"
#include "dataset/strongly_regular.hpp"

#include <canon/colour_refinement.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>

#include <algorithm>

namespace canon::lab {
namespace {

GraphGroup pair_of(Graph a, Graph b) {
  return {{std::move(a), std::move(b)}, {{0, 1}}};
}

HardSet exp_set(const ExpDataset& data) {
  HardSet set{"exp", "EXP, generated", true, {}};
  for (std::size_t i = 0; i < data.pairs(); ++i)
    set.groups.push_back(pair_of(data.pair(i).satisfiable, data.pair(i).unsatisfiable));
  return set;
}

/// The graph with one more edge, between a literal and a clause that were not joined, such that
/// colour refinement distinguishes it from the graph it was. As in CEXP of Abboud et al. the pair
/// becomes an easy one.
Graph corrupted(const Graph& graph, Rng& rng) {
  const std::size_t n = boost::num_vertices(graph);
  while (true) {
    const Vertex u = uniform_below(rng, n), v = uniform_below(rng, n);
    if (graph[u].label == graph[v].label || boost::edge(u, v, graph).second) continue;
    Graph changed = graph;
    boost::add_edge(u, v, EdgeProperty{}, changed);
    if (!colour_refinement_equal(graph, changed)) return changed;
  }
}

/// The first half as in EXP, the second half corrupted.
HardSet cexp_set(const ExpDataset& data, std::uint64_t seed) {
  HardSet set{"cexp", "CEXP-like, generated", true, {}};
  for (std::size_t i = 0; i < data.pairs(); ++i) {
    const ExpPair pair = data.pair(i);
    Rng rng = trial_rng(seed, i);
    const bool easy = i >= data.pairs() / 2;
    set.groups.push_back(
        pair_of(easy ? corrupted(pair.satisfiable, rng) : pair.satisfiable, pair.unsatisfiable));
  }
  return set;
}

std::vector<Graph> cfi_bases(Rng& rng) {
  std::vector<Graph> bases = {complete_graph(4),
                              complete_bipartite_graph(3, 3),
                              hypercube_graph(3),
                              complete_graph(5),
                              petersen_graph(),
                              heawood_graph(),
                              complete_bipartite_graph(4, 4),
                              dodecahedron_graph(),
                              desargues_graph(),
                              complete_graph(6)};
  for (const std::size_t n : {24, 30, 36, 42, 48, 54, 60})
    for (;;) {
      Graph base = random_regular(n, 3, rng);
      if (number_components(base).count != 1) continue;
      bases.push_back(std::move(base));
      break;
    }
  return bases;
}

HardSet cfi_set(const HardSetOptions& options) {
  HardSet set{"cfi", "CFI pairs of growing size", true, {}};
  Rng rng = trial_rng(options.seed, 0);
  for (const Graph& base : cfi_bases(rng)) {
    auto [untwisted, twisted] = cfi_pair(base);
    if (boost::num_vertices(untwisted) <= options.cfi_vertices)
      set.groups.push_back(pair_of(std::move(untwisted), std::move(twisted)));
  }
  std::stable_sort(set.groups.begin(), set.groups.end(),
                   [](const GraphGroup& a, const GraphGroup& b) {
                     return boost::num_vertices(a.graphs[0]) < boost::num_vertices(b.graphs[0]);
                   });
  return set;
}

HardSet srg_set() {
  HardSet set{"srg", "strongly regular graphs, generated", true, {}};
  for (StronglyRegularFamily& family : strongly_regular_families())
    set.groups.push_back(all_pairs(std::move(family.graphs)));
  return set;
}

} // namespace

GraphGroup all_pairs(std::vector<Graph> graphs) {
  GraphGroup group{std::move(graphs), {}};
  for (std::size_t i = 0; i < group.graphs.size(); ++i)
    for (std::size_t j = i + 1; j < group.graphs.size(); ++j)
      group.pairs.emplace_back(i, j);
  return group;
}

std::size_t HardSet::graphs() const {
  std::size_t count = 0;
  for (const GraphGroup& group : groups)
    count += group.graphs.size();
  return count;
}

std::size_t HardSet::pairs() const {
  std::size_t count = 0;
  for (const GraphGroup& group : groups)
    count += group.pairs.size();
  return count;
}

std::pair<std::size_t, std::size_t> HardSet::vertices() const {
  std::size_t least = SIZE_MAX, most = 0;
  for (const GraphGroup& group : groups)
    for (const Graph& graph : group.graphs) {
      least = std::min(least, boost::num_vertices(graph));
      most = std::max(most, boost::num_vertices(graph));
    }
  return {std::min(least, most), most};
}

std::string HardSet::checksum() const {
  Checksum sum;
  for (const GraphGroup& group : groups) {
    for (const Graph& graph : group.graphs) {
      std::vector<std::uint64_t> values = {boost::num_vertices(graph)};
      for (const Edge& edge : sorted_edges(graph))
        values.insert(values.end(), {edge.u, edge.v});
      for (Vertex v = 0; v < boost::num_vertices(graph); ++v)
        values.push_back(static_cast<std::uint64_t>(graph[v].label));
      sum.add(values);
    }
    std::vector<std::uint64_t> pairs;
    for (const auto& [a, b] : group.pairs)
      pairs.insert(pairs.end(), {a, b});
    sum.add(pairs);
  }
  return sum.hex();
}

const std::vector<std::string>& hard_set_names() {
  static const std::vector<std::string> names = {"brec-basic",
                                                 "brec-regular",
                                                 "brec-strongly-regular",
                                                 "brec-extension",
                                                 "brec-cfi",
                                                 "brec-4vtx",
                                                 "brec-distance-regular",
                                                 "csl",
                                                 "sr25",
                                                 "exp",
                                                 "cexp",
                                                 "cfi",
                                                 "srg"};
  return names;
}

HardSets generate_hard_sets(const HardSetOptions& options) {
  ExpGeneratorOptions made;
  made.pairs = 2 * options.exp_pairs;
  made.seed = options.seed;
  const ExpDataset all = generate_exp(made, options.threads);
  ExpDataset plain, other;
  for (std::size_t i = 0; i < all.pairs(); ++i)
    (i < options.exp_pairs ? plain : other).add(all.pair(i));
  return {{exp_set(plain), cexp_set(other, options.seed), cfi_set(options), srg_set()}, {}};
}

} // namespace canon::lab
