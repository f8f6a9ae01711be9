#include "graph/composed_symmetry.hpp"

#include "graph/component_groups.hpp"

#include <boost/pending/disjoint_sets.hpp>
#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace canon {
namespace {

constexpr std::size_t generator_limit = std::size_t{1} << 28U; // entries of all: 2 GiB

VertexMap identity(std::size_t n) {
  VertexMap map(n);
  std::iota(map.begin(), map.end(), Vertex{0});
  return map;
}

/// Generators of all permutations of `items`, a transposition and a cycle. An item is a list of
/// vertices; vertex i of one goes to vertex i of another.
template <typename Vertices>
void add_permutations(const std::vector<Vertices>& items, std::size_t n,
                      std::vector<VertexMap>& generators) {
  const auto add_cycle = [&](std::size_t length) {
    VertexMap map = identity(n);
    for (std::size_t c = 0; c < length; ++c)
      for (std::size_t i = 0; i < items[c].size(); ++i)
        map[items[c][i]] = items[(c + 1) % length][i];
    generators.push_back(std::move(map));
  };
  if (items.size() > 1) add_cycle(2);
  if (items.size() > 2) add_cycle(items.size());
}

Symmetry given_up(const SymmetryOptions& options) {
  Symmetry result;
  result.complete = false;
  result.nodes = options.max_nodes;
  return result;
}

/// Labels that say what a class of twins is beside its neighbours: label, size, the edge within.
std::vector<std::int64_t> class_labels(const Graph& graph, const TwinClasses& twins, bool labels) {
  using Kind = std::tuple<std::int64_t, std::size_t, double, std::int64_t>;
  std::vector<Kind> kinds;
  for (const std::vector<Vertex>& members : twins.members) {
    Kind kind{labels ? graph[members[0]].label : 0, members.size(), 0.0, 0};
    if (members.size() > 1)
      if (const auto [e, adjacent] = edge(members[0], members[1], graph); adjacent) {
        std::get<2>(kind) = graph[e].weight;
        std::get<3>(kind) = labels ? graph[e].label : 0;
      }
    kinds.push_back(kind);
  }
  std::map<Kind, std::int64_t> rank;
  for (const Kind& kind : kinds)
    rank[kind] = 0;
  std::int64_t next = 0;
  for (auto& entry : rank)
    entry.second = next++;
  std::vector<std::int64_t> result;
  for (const Kind& kind : kinds)
    result.push_back(rank[kind]);
  return result;
}

Graph quotient_graph(const Graph& graph, const TwinClasses& twins, bool labels) {
  Graph quotient(twins.count());
  const std::vector<std::int64_t> label = class_labels(graph, twins, labels);
  for (Vertex c = 0; c < twins.count(); ++c)
    quotient[c].label = label[c];
  const auto represents = [&](Vertex v) { return twins.members[twins.class_of[v]][0] == v; };
  for (auto e : boost::make_iterator_range(edges(graph))) {
    const Vertex u = source(e, graph), v = target(e, graph);
    if (represents(u) && represents(v))
      add_edge(twins.class_of[u], twins.class_of[v],
               EdgeProperty{graph[e].weight, labels ? graph[e].label : 0}, quotient);
  }
  return quotient;
}

} // namespace

void number_orbits(Symmetry& s) {
  const std::size_t n = s.labelling.size();
  boost::disjoint_sets_with_storage<> sets(n);
  for (Vertex v = 0; v < n; ++v)
    sets.make_set(v);
  for (const VertexMap& g : s.generators)
    for (Vertex v = 0; v < n; ++v)
      if (g[v] != v) sets.union_set(v, g[v]);
  std::vector<Vertex> at(n);
  for (Vertex v = 0; v < n; ++v)
    at[s.labelling[v]] = v;
  constexpr auto none = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> number(n, none);
  s.orbits = 0;
  s.orbit.resize(n);
  for (Vertex v : at) {
    std::uint32_t& orbit = number[sets.find_set(v)];
    if (orbit == none) orbit = static_cast<std::uint32_t>(s.orbits++);
    s.orbit[v] = orbit;
  }
}

Symmetry symmetry_of_components(const Graph& graph, const SymmetryOptions& options) {
  const std::size_t n = num_vertices(graph);
  std::vector<ComponentGroup> groups = component_groups(graph, options);
  Symmetry result;
  std::size_t generators = 0;
  std::vector<std::pair<GraphForm, std::size_t>> order;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    ComponentGroup& group = groups[g];
    if (!group.symmetry) group.symmetry = find_symmetry(group.graph, options);
    if (!group.symmetry->complete) return given_up(options);
    generators += group.symmetry->generators.size() + 2;
    if (generators > generator_limit / n) return given_up(options);
    result.nodes += group.symmetry->nodes;
    order.emplace_back(graph_form(relabel(group.graph, group.symmetry->labelling), options.labels),
                       g);
  }
  std::sort(order.begin(), order.end());
  result.labelling.resize(n);
  std::size_t offset = 0;
  for (const auto& entry : order) {
    const ComponentGroup& group = groups[entry.second];
    for (const std::vector<Vertex>& copy : group.copies) {
      for (Vertex i = 0; i < copy.size(); ++i)
        result.labelling[copy[i]] = offset + group.symmetry->labelling[i];
      offset += copy.size();
    }
    const std::vector<Vertex>& first = group.copies.front();
    for (const VertexMap& generator : group.symmetry->generators) {
      VertexMap map = identity(n);
      for (Vertex i = 0; i < first.size(); ++i)
        map[first[i]] = first[generator[i]];
      result.generators.push_back(std::move(map));
    }
    add_permutations(group.copies, n, result.generators);
  }
  number_orbits(result);
  return result;
}

bool too_many_twins(const TwinClasses& twins, const SymmetryOptions& options) {
  std::uint64_t pairs = 0;
  for (const std::vector<Vertex>& members : twins.members)
    pairs += std::uint64_t{members.size()} * (members.size() - 1) / 2;
  return pairs > options.max_nodes;
}

Symmetry symmetry_of_twins(const Graph& graph, const TwinClasses& twins,
                           const SymmetryOptions& options) {
  const std::size_t n = num_vertices(graph);
  const Symmetry quotient =
      find_symmetry(quotient_graph(graph, twins, options.labels), {true, options.max_nodes});
  if (!quotient.complete || quotient.generators.size() + 2 * quotient.orbits > generator_limit / n)
    return given_up(options);
  Symmetry result;
  result.nodes = quotient.nodes;
  std::vector<std::size_t> at(twins.count());
  for (std::size_t c = 0; c < twins.count(); ++c)
    at[quotient.labelling[c]] = c;
  result.labelling.resize(n);
  std::size_t next = 0;
  for (const std::size_t c : at)
    for (const Vertex v : twins.members[c])
      result.labelling[v] = next++;
  for (const VertexMap& generator : quotient.generators) {
    VertexMap map = identity(n);
    for (std::size_t c = 0; c < twins.count(); ++c)
      for (std::size_t i = 0; i < twins.members[c].size(); ++i)
        map[twins.members[c][i]] = twins.members[generator[c]][i];
    result.generators.push_back(std::move(map));
  }
  // One class of each orbit: the generators above carry its permutations to the others.
  std::vector<bool> seen(quotient.orbits, false);
  for (std::size_t c = 0; c < twins.count(); ++c) {
    if (seen[quotient.orbit[c]]) continue;
    seen[quotient.orbit[c]] = true;
    std::vector<std::vector<Vertex>> single;
    for (const Vertex v : twins.members[c])
      single.push_back({v});
    add_permutations(single, n, result.generators);
  }
  number_orbits(result);
  return result;
}

} // namespace canon
