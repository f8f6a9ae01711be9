// Classes of exchangeable vertices, against the definition by transpositions.
#define BOOST_TEST_MODULE twins
#include "graph/twins.hpp"

#include <canon/generate.hpp>
#include <canon/symmetry.hpp>

#include <boost/test/unit_test.hpp>

#include <numeric>

using namespace canon;

namespace {

/// Blows vertices up into twins, open or adjacent, with an edge of one of two weights.
Graph with_twins(const Graph& g, std::size_t more, Rng& rng) {
  Graph result = g;
  for (std::size_t i = 0; i < more; ++i) {
    const Vertex v = uniform_below(rng, num_vertices(result));
    std::vector<Edge> around;
    for (const Edge& e : sorted_edges(result))
      if (e.u == v || e.v == v) around.push_back(e);
    const Vertex twin = add_vertex(result[v], result);
    for (const Edge& e : around) {
      const Vertex other = e.u == v ? e.v : e.u;
      add_edge(twin, other == v ? twin : other, EdgeProperty{e.weight, e.label}, result);
    }
    if (uniform_below(rng, 2) == 0)
      add_edge(v, twin, EdgeProperty{1.0 + static_cast<double>(uniform_below(rng, 2)), 0}, result);
  }
  return result;
}

void check_by_definition(const Graph& g, bool labels) {
  const std::size_t n = num_vertices(g);
  const TwinClasses twins = twin_classes(g, labels);
  std::size_t listed = 0;
  for (std::size_t c = 0; c < twins.count(); ++c)
    for (const Vertex v : twins.members[c]) {
      BOOST_TEST(twins.class_of[v] == c);
      ++listed;
    }
  BOOST_TEST(listed == n);
  VertexMap swap(n);
  std::iota(swap.begin(), swap.end(), Vertex{0});
  for (Vertex u = 0; u < n; ++u)
    for (Vertex v = u + 1; v < n; ++v) {
      std::swap(swap[u], swap[v]);
      BOOST_TEST((twins.class_of[u] == twins.class_of[v]) == is_automorphism(g, swap, labels));
      std::swap(swap[u], swap[v]);
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(classes_are_those_of_the_definition) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng = trial_rng(11, seed);
    Graph g = erdos_renyi(4 + seed % 5, 0.4, rng);
    if (seed % 3 == 0) g = with_random_weights(g, 0.5, 2.0, rng);
    if (seed % 4 == 1) add_edge(0, 0, EdgeProperty{2.0, 0}, g);
    g = with_twins(g, 1 + seed % 8, rng);
    if (seed % 2 == 1) g[num_vertices(g) - 1].label = 1;
    check_by_definition(g, true);
    check_by_definition(g, false);
  }
}

BOOST_AUTO_TEST_CASE(known_families) {
  BOOST_TEST(twin_classes(Graph{}, true).count() == 0U);
  BOOST_TEST(twin_classes(Graph(5), true).count() == 1U);
  BOOST_TEST(twin_classes(star_graph(7), true).count() == 2U);
  BOOST_TEST(twin_classes(complete_graph(9), true).count() == 1U);
  BOOST_TEST(twin_classes(complete_bipartite_graph(4, 6), true).count() == 2U);
  BOOST_TEST(twin_classes(cycle_graph(4), true).count() == 2U);
  BOOST_TEST(twin_classes(cycle_graph(5), true).count() == 5U);
  BOOST_TEST(twin_classes(star_graph(100000), true).count() == 2U);
}
