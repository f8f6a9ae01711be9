#include "graph/component_groups.hpp"

#include "graph/colouring.hpp"

#include <algorithm>
#include <map>

namespace canon {
namespace {

/// What isomorphic graphs have in common and most others have not: sizes, the values behind the
/// kinds, and how many vertices have each colour after two rounds of refinement.
using Invariant = std::tuple<std::size_t, std::size_t, std::vector<std::uint32_t>,
                             std::vector<std::pair<double, std::int64_t>>,
                             std::vector<std::tuple<std::int64_t, double, std::int64_t>>>;

Invariant invariant_of(const Graph& graph, bool labels) {
  ClassedGraph classed = classed_graph(graph, labels);
  Colouring colouring(num_vertices(graph));
  colouring.refine(classed.vertex_kind);
  for (int round = 0; round < 2; ++round)
    colouring.refine_over_edges(classed);
  std::vector<std::uint32_t> count(colouring.count(), 0);
  for (Vertex v = 0; v < num_vertices(graph); ++v)
    ++count[colouring[v]];
  return {num_vertices(graph), num_edges(graph), std::move(count), std::move(classed.edge_values),
          std::move(classed.vertex_values)};
}

/// Moves the copies of one group to another; `at[i]` is the vertex there that vertex i becomes.
void join(ComponentGroup& to, ComponentGroup& from, const VertexMap& at) {
  for (const std::vector<Vertex>& copy : from.copies) {
    std::vector<Vertex> moved(copy.size());
    for (Vertex i = 0; i < copy.size(); ++i)
      moved[at[i]] = copy[i];
    to.copies.push_back(std::move(moved));
  }
  from.copies.clear();
}

/// Joins the groups among `alike` whose canonical forms are equal.
void join_isomorphic(std::vector<ComponentGroup>& groups, const std::vector<std::size_t>& alike,
                     const SymmetryOptions& options) {
  std::map<GraphForm, std::size_t> first;
  for (const std::size_t g : alike) {
    ComponentGroup& group = groups[g];
    group.symmetry = find_symmetry(group.graph, options);
    if (!group.symmetry->complete) continue;
    const auto [known, is_new] = first.try_emplace(
        graph_form(relabel(group.graph, group.symmetry->labelling), options.labels), g);
    if (is_new) continue;
    ComponentGroup& equal = groups[known->second];
    std::vector<Vertex> in_place(num_vertices(group.graph));
    for (Vertex v = 0; v < in_place.size(); ++v)
      in_place[equal.symmetry->labelling[v]] = v;
    VertexMap at(in_place.size());
    for (Vertex v = 0; v < at.size(); ++v)
      at[v] = in_place[group.symmetry->labelling[v]];
    join(equal, group, at);
  }
}

} // namespace

GraphForm graph_form(const Graph& graph, bool labels) {
  GraphForm form{num_vertices(graph), num_edges(graph), {}, {}};
  auto& [n, m, vertex_labels, edges] = form;
  for (Vertex v = 0; v < n; ++v)
    vertex_labels.push_back(labels ? graph[v].label : 0);
  for (const Edge& e : sorted_edges(graph))
    edges.emplace_back(e.u, e.v, e.weight, labels ? e.label : 0);
  return form;
}

std::vector<ComponentGroup> component_groups(const Graph& graph, const SymmetryOptions& options) {
  std::vector<ComponentGroup> groups;
  std::map<GraphForm, std::size_t> at_sight;
  for (Component& component : split_components(graph)) {
    const auto [known, is_new] =
        at_sight.try_emplace(graph_form(component.graph, options.labels), groups.size());
    if (is_new) groups.push_back({std::move(component.graph), {}, std::nullopt});
    groups[known->second].copies.push_back(std::move(component.vertices));
  }
  at_sight.clear();
  if (groups.size() == 1) return groups;
  std::map<Invariant, std::vector<std::size_t>> alike;
  for (std::size_t g = 0; g < groups.size(); ++g)
    alike[invariant_of(groups[g].graph, options.labels)].push_back(g);
  for (const auto& entry : alike)
    if (entry.second.size() > 1) join_isomorphic(groups, entry.second, options);
  std::erase_if(groups, [](const ComponentGroup& g) { return g.copies.empty(); });
  return groups;
}

} // namespace canon
