#include "graph/composed_symmetry.hpp"
#include "graph/edge_classes.hpp"

#include <canon/error.hpp>
#include <canon/symmetry.hpp>

#include <bliss/graph.hh>

#include <algorithm>
#include <numeric>
#include <string>

namespace canon {
namespace {

struct GaveUp {};

/// bliss asks once per node of its search tree which cell to split next. That is the one place
/// where a search of bliss 0.73 can be counted and left; newer versions ask the same question.
class CountedGraph : public bliss::Graph {
public:
  explicit CountedGraph(std::uint64_t max_nodes) : max_nodes_(max_nodes) {
    // bliss 0.73 loses the memory of its component recursion when the first refinement is discrete.
    set_component_recursion(false);
  }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

protected:
  bliss::Partition::Cell* find_next_cell_to_be_splitted(bliss::Partition::Cell* cell) override {
    if (++nodes_ > max_nodes_) throw GaveUp{};
    return bliss::Graph::find_next_cell_to_be_splitted(cell);
  }

private:
  std::uint64_t max_nodes_;
  std::uint64_t nodes_ = 0;
};

/// bliss knows colours of vertices only. The most frequent kind of edge is drawn as it is; every
/// other edge gets a vertex in its middle, coloured by its kind. Their colours lie above
/// those of all vertices.
void draw(const ClassedGraph& graph, CountedGraph& out) {
  for (std::uint32_t kind : graph.vertex_kind)
    out.add_vertex(kind);
  std::vector<std::size_t> count(graph.edge_kinds, 0);
  for (const ClassedEdge& e : graph.edges)
    ++count[e.kind];
  const auto plain =
      static_cast<std::uint32_t>(std::max_element(count.begin(), count.end()) - count.begin());
  for (const ClassedEdge& e : graph.edges) {
    const auto u = static_cast<unsigned>(e.u), v = static_cast<unsigned>(e.v);
    if (e.kind == plain) {
      out.add_edge(u, v);
    } else {
      const unsigned middle = out.add_vertex(graph.vertex_kinds + e.kind);
      out.add_edge(u, middle);
      out.add_edge(middle, v);
    }
  }
}

/// Collects what bliss reports, cut down to the vertices of the graph itself.
struct Generators {
  std::size_t n;
  std::vector<VertexMap>* found;

  void add(const unsigned* map) const {
    VertexMap generator(map, map + n);
    for (Vertex v = 0; v < n; ++v)
      if (generator[v] != v) {
        found->push_back(std::move(generator));
        return;
      }
  }
  static void hook(void* self, unsigned, const unsigned* map) {
    static_cast<Generators*>(self)->add(map);
  }
};

/// One call for both interfaces of bliss: a hook with its argument (0.73), a function (0.77).
template <typename G>
const unsigned* canonical_form(G& graph, bliss::Stats& stats, Generators& generators) {
  if constexpr (requires { graph.canonical_form(stats, &Generators::hook, &generators); }) {
    return graph.canonical_form(stats, &Generators::hook, &generators);
  } else {
    return graph.canonical_form(
        stats, [&](unsigned, const unsigned* map) { generators.add(map); }, nullptr);
  }
}

/// The order in which bliss put the vertices of the graph among all that were drawn.
VertexMap ranks(const unsigned* place, std::size_t n) {
  std::vector<Vertex> order(n);
  std::iota(order.begin(), order.end(), Vertex{0});
  std::sort(order.begin(), order.end(), [&](Vertex a, Vertex b) { return place[a] < place[b]; });
  VertexMap result(n);
  for (std::size_t i = 0; i < n; ++i)
    result[order[i]] = i;
  return result;
}

} // namespace

Symmetry find_symmetry(const Graph& graph, const SymmetryOptions& options) {
  const std::size_t n = num_vertices(graph);
  Symmetry result;
  if (n == 0) return result;
  if (number_components(graph).count > 1) return symmetry_of_components(graph, options);
  if (n * (n - 1) / 2 > options.max_nodes) // else there cannot be too many
    if (const TwinClasses twins = twin_classes(graph, options.labels);
        too_many_twins(twins, options))
      return symmetry_of_twins(graph, twins, options);
  CountedGraph drawing(options.max_nodes);
  draw(classed_graph(graph, options.labels), drawing);
  Generators generators{n, &result.generators};
  bliss::Stats stats;
  try {
    const unsigned* place = canonical_form(drawing, stats, generators);
    result.labelling = ranks(place, n);
  } catch (const GaveUp&) {
    result.complete = false;
    result.generators.clear();
    result.nodes = options.max_nodes;
    return result;
  }
  result.nodes = drawing.nodes();
  number_orbits(result);
  return result;
}

bool is_automorphism(const Graph& graph, const VertexMap& map, bool labels) {
  const std::size_t n = num_vertices(graph);
  if (map.size() != n) return false;
  std::vector<bool> taken(n, false);
  for (Vertex image : map) {
    if (image >= n || taken[image]) return false;
    taken[image] = true;
  }
  std::vector<Edge> before = sorted_edges(graph);
  const Graph moved = relabel(graph, map);
  std::vector<Edge> after = sorted_edges(moved);
  if (!labels) {
    for (Edge& e : before)
      e.label = 0;
    for (Edge& e : after)
      e.label = 0;
  } else {
    for (Vertex v = 0; v < n; ++v)
      if (graph[v].label != moved[v].label) return false;
  }
  return before == after;
}

bool isomorphic(const Graph& a, const Graph& b, const SymmetryOptions& options) {
  if (num_vertices(a) != num_vertices(b) || num_edges(a) != num_edges(b)) return false;
  const ClassedGraph ka = classed_graph(a, options.labels), kb = classed_graph(b, options.labels);
  // Kinds are ranks: they compare only where they stand for the same values.
  if (ka.edge_values != kb.edge_values || ka.vertex_values != kb.vertex_values) return false;
  const Symmetry sa = find_symmetry(a, options), sb = find_symmetry(b, options);
  if (!sa.complete || !sb.complete)
    throw SolverError("the search for a canonical labelling gave up after " +
                      std::to_string(options.max_nodes) + " nodes");
  Graph ca = relabel(a, sa.labelling), cb = relabel(b, sb.labelling);
  if (options.labels) return same_graph(ca, cb);
  std::vector<Edge> ea = sorted_edges(ca), eb = sorted_edges(cb);
  for (Edge& e : ea)
    e.label = 0;
  for (Edge& e : eb)
    e.label = 0;
  return ea == eb;
}

} // namespace canon
