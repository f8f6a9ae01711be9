#define BOOST_TEST_MODULE symmetry
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/symmetry.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <numeric>

using namespace canon;

namespace {

/// Orbits by trying all permutations: the definition itself.
std::size_t orbits_by_definition(const Graph& g) {
  const std::size_t n = num_vertices(g);
  VertexMap map(n);
  std::iota(map.begin(), map.end(), Vertex{0});
  std::vector<std::size_t> least(n);
  std::iota(least.begin(), least.end(), std::size_t{0});
  do {
    if (is_automorphism(g, map))
      for (Vertex v = 0; v < n; ++v)
        least[map[v]] = std::min(least[map[v]], v);
  } while (std::next_permutation(map.begin(), map.end()));
  std::sort(least.begin(), least.end());
  return static_cast<std::size_t>(std::unique(least.begin(), least.end()) - least.begin());
}

void check_consistent(const Graph& g, std::uint64_t seed) {
  const Symmetry s = find_symmetry(g);
  BOOST_REQUIRE(s.complete);
  for (const VertexMap& generator : s.generators)
    BOOST_TEST(is_automorphism(g, generator));
  Rng rng = trial_rng(seed, 0);
  const VertexMap place = random_permutation(num_vertices(g), rng);
  const Graph h = relabel(g, place);
  const Symmetry t = find_symmetry(h);
  BOOST_TEST(same_graph(relabel(g, s.labelling), relabel(h, t.labelling)));
  BOOST_TEST(s.orbits == t.orbits);
  for (Vertex v = 0; v < num_vertices(g); ++v)
    BOOST_TEST(s.orbit[v] == t.orbit[place[v]]);
}

Graph labelled(Graph g, Rng& rng) {
  for (Vertex v = 0; v < num_vertices(g); ++v)
    g[v].label = static_cast<std::int64_t>(uniform_below(rng, 2));
  auto [e, end] = edges(g);
  for (; e != end; ++e) {
    g[*e].label = static_cast<std::int64_t>(uniform_below(rng, 2));
    g[*e].weight = 1.0 + static_cast<double>(uniform_below(rng, 2));
  }
  return g;
}

} // namespace

BOOST_AUTO_TEST_CASE(canonical_form_and_orbits_move_with_the_vertices) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Rng rng = trial_rng(1, seed);
    BOOST_TEST_CONTEXT("seed " << seed) {
      check_consistent(random_tree(12, rng), seed);
      check_consistent(labelled(cycle_graph(10), rng), seed);
      check_consistent(labelled(grid_graph(3, 4), rng), seed);
    }
  }
  for (const Graph& g : {petersen_graph(), rook_graph(4, 4), shrikhande_graph(), Graph(5),
                         hypercube_graph(4), paley_graph(13), make_graph(3, {{0, 0, 2.0}, {1, 2}})})
    check_consistent(g, 7);
}

BOOST_AUTO_TEST_CASE(orbits_are_those_of_the_definition) {
  for (std::size_t n = 3; n <= 6; ++n)
    for (const Graph& g : connected_graphs(n))
      BOOST_REQUIRE_EQUAL(find_symmetry(g).orbits, orbits_by_definition(g));
  Rng rng = trial_rng(2, 0);
  for (int i = 0; i < 50; ++i) {
    const Graph g = labelled(cycle_graph(6), rng);
    BOOST_REQUIRE_EQUAL(find_symmetry(g).orbits, orbits_by_definition(g));
  }
}

BOOST_AUTO_TEST_CASE(labels_weights_and_loops_break_symmetry) {
  BOOST_TEST(find_symmetry(cycle_graph(6)).orbits == 1U);
  Graph marked = cycle_graph(6);
  marked[0].label = 1;
  BOOST_TEST(find_symmetry(marked).orbits == 4U);
  BOOST_TEST(find_symmetry(marked, {false}).orbits == 1U);
  const Graph weighted = make_graph(4, {{0, 1, 2.0}, {1, 2}, {2, 3}, {0, 3}});
  BOOST_TEST(find_symmetry(weighted).orbits == 2U);
  const Graph bonded = make_graph(4, {{0, 1, 1.0, 5}, {1, 2}, {2, 3}, {0, 3}});
  BOOST_TEST(find_symmetry(bonded).orbits == 2U);
  const Graph looped = make_graph(3, {{0, 1}, {1, 2}, {0, 2}, {0, 0}});
  BOOST_TEST(find_symmetry(looped).orbits == 2U);
}

BOOST_AUTO_TEST_CASE(isomorphism) {
  BOOST_TEST(!isomorphic(rook_graph(4, 4), shrikhande_graph()));
  const auto [a, b] = cfi_pair(complete_graph(4));
  BOOST_TEST(!isomorphic(a, b));
  // The same shape with other values is another graph, though the ranks of the values agree.
  BOOST_TEST(!isomorphic(make_graph(2, {{0, 1, 1.0}}), make_graph(2, {{0, 1, 2.0}})));
  BOOST_TEST(isomorphic(make_graph(3, {{0, 1}}), make_graph(3, {{1, 2}})));
}

BOOST_AUTO_TEST_CASE(is_automorphism_refuses_other_maps) {
  const Graph g = path_graph(3);
  BOOST_TEST(is_automorphism(g, {2, 1, 0}));
  BOOST_TEST(!is_automorphism(g, {1, 0, 2}));
  BOOST_TEST(!is_automorphism(g, {0, 0, 2}));
  BOOST_TEST(!is_automorphism(g, {0, 1}));
  BOOST_TEST(!is_automorphism(g, {0, 1, 3}));
}

BOOST_AUTO_TEST_CASE(a_search_can_give_up) {
  const Symmetry s = find_symmetry(projective_plane_graph(7), {true, 3});
  BOOST_TEST(!s.complete);
  BOOST_TEST(s.nodes == 3U);
  BOOST_CHECK_THROW(
      (void)isomorphic(projective_plane_graph(7), projective_plane_graph(7), {true, 3}),
      SolverError);
  BOOST_TEST(find_symmetry(projective_plane_graph(7)).complete);
}

BOOST_AUTO_TEST_CASE(small_cases) {
  BOOST_TEST(find_symmetry(Graph{}).orbits == 0U);
  BOOST_TEST(find_symmetry(Graph(1)).orbits == 1U);
  BOOST_TEST(find_symmetry(Graph(3)).generators.size() >= 2U);
}

BOOST_AUTO_TEST_CASE(components_are_labelled_one_by_one) {
  Rng rng = trial_rng(31, 0);
  const Graph small = disjoint_union(disjoint_union(path_graph(2), cycle_graph(3)),
                                     disjoint_union(path_graph(2), Graph(2)));
  BOOST_TEST(find_symmetry(small).orbits == orbits_by_definition(small));
  check_consistent(small, 1);
  // Different components of one size, and copies in different orders of their vertices.
  Graph many;
  for (std::size_t i = 0; i < 24; ++i) {
    Rng same = trial_rng(32, i % 5);
    const Graph tree = labelled(random_tree(9, same), same);
    many = disjoint_union(many, relabel(tree, random_permutation(9, rng)));
  }
  check_consistent(many, 2);
  BOOST_TEST(find_symmetry(many).orbits <= 45U);
}

BOOST_AUTO_TEST_CASE(many_equal_components_need_few_generators) {
  const Graph isolated(10000);
  const Symmetry s = find_symmetry(isolated);
  BOOST_REQUIRE(s.complete);
  BOOST_TEST(s.orbits == 1U);
  BOOST_TEST(s.generators.size() == 2U);
  Graph triangles;
  for (int i = 0; i < 300; ++i)
    triangles = disjoint_union(triangles, complete_graph(3));
  check_consistent(triangles, 3);
  BOOST_TEST(find_symmetry(triangles).orbits == 1U);
}

BOOST_AUTO_TEST_CASE(twins_beyond_the_bound_are_labelled_by_class) {
  // A bound of a few nodes sends small graphs the way of large ones.
  const SymmetryOptions few{true, 5};
  const std::vector<Graph> graphs{star_graph(7), complete_graph(8), complete_bipartite_graph(4, 4),
                                  disjoint_union(star_graph(5), star_graph(1))};
  for (const Graph& g : graphs) {
    const Symmetry s = find_symmetry(g, few);
    BOOST_REQUIRE(s.complete);
    BOOST_TEST(s.orbits == orbits_by_definition(g));
    for (const VertexMap& generator : s.generators)
      BOOST_TEST(is_automorphism(g, generator));
    Rng rng = trial_rng(33, 0);
    const VertexMap place = random_permutation(num_vertices(g), rng);
    const Graph h = relabel(g, place);
    BOOST_TEST(same_graph(relabel(g, s.labelling), relabel(h, find_symmetry(h, few).labelling)));
  }
  BOOST_TEST(find_symmetry(star_graph(2000)).orbits == 2U);
  Graph coloured = star_graph(1500);
  coloured[3].label = 1;
  BOOST_TEST(find_symmetry(coloured).orbits == 3U);
  BOOST_TEST(find_symmetry(coloured, {false, 200'000}).orbits == 2U);
}
