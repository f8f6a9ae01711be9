#define BOOST_TEST_MODULE named_graphs
#include "graph_checks.hpp"

#include <canon/error.hpp>
#include <canon/generate.hpp>

#include <boost/test/unit_test.hpp>

using namespace canon;
using namespace canon::checks;

namespace {

void check_size(const Graph& g, std::size_t n, std::size_t m) {
  BOOST_CHECK_EQUAL(num_vertices(g), n);
  BOOST_CHECK_EQUAL(num_edges(g), m);
  BOOST_CHECK(is_simple(g));
  BOOST_CHECK(is_unweighted(g) && !is_labelled(g));
}

void check_cage(const Graph& g, std::size_t n, std::size_t degree, std::size_t around,
                std::size_t across) {
  check_size(g, n, n * degree / 2);
  BOOST_CHECK(is_regular(g, degree));
  BOOST_CHECK_EQUAL(girth(g), around);
  BOOST_CHECK_EQUAL(diameter(g), across);
}

} // namespace

BOOST_AUTO_TEST_CASE(small_sizes_do_what_the_header_says) {
  for (std::size_t n : {0U, 1U, 2U}) {
    check_size(path_graph(n), n, n == 2 ? 1 : 0);
    check_size(complete_graph(n), n, n == 2 ? 1 : 0);
    check_size(star_graph(n), n + 1, n);
    BOOST_CHECK_THROW((void)cycle_graph(n), ArgumentError);
    BOOST_CHECK_THROW((void)generalised_petersen_graph(n, 1), ArgumentError);
  }
  check_size(grid_graph(0, 5), 0, 0);
  check_size(rook_graph(1, 1), 1, 0);
  check_size(complete_bipartite_graph(0, 3), 3, 0);
  check_size(hypercube_graph(0), 1, 0);
  check_size(circulant_graph(5, {}), 5, 0);
}

BOOST_AUTO_TEST_CASE(plain_families) {
  check_size(path_graph(7), 7, 6);
  BOOST_CHECK_EQUAL(diameter(path_graph(7)), 6U);
  check_cage(cycle_graph(9), 9, 2, 9, 4);
  check_size(grid_graph(3, 4), 12, 17);
  BOOST_CHECK_EQUAL(diameter(grid_graph(3, 4)), 5U);
  check_size(complete_bipartite_graph(3, 4), 7, 12);
  check_size(complete_graph(6), 6, 15);
  BOOST_CHECK_EQUAL(degree(0, star_graph(5)), 5U);
}

BOOST_AUTO_TEST_CASE(hypercubes) {
  for (std::size_t d = 2; d <= 7; ++d)
    check_cage(hypercube_graph(d), std::size_t{1} << d, d, 4, d);
  BOOST_CHECK(isomorphic(hypercube_graph(2), cycle_graph(4)));
  BOOST_CHECK_THROW((void)hypercube_graph(21), ArgumentError);
}

BOOST_AUTO_TEST_CASE(circulants) {
  BOOST_CHECK(same_graph(circulant_graph(6, {1, 2, 3}), complete_graph(6)));
  BOOST_CHECK(same_graph(circulant_graph(7, {1, 6, 1}), cycle_graph(7)));
  check_size(circulant_graph(8, {4}), 8, 4);
  BOOST_CHECK(isomorphic(circulant_graph(6, {1, 3}), complete_bipartite_graph(3, 3)));
  BOOST_CHECK_THROW((void)circulant_graph(5, {0}), ArgumentError);
  BOOST_CHECK_THROW((void)circulant_graph(5, {5}), ArgumentError);
}

BOOST_AUTO_TEST_CASE(cages_and_solids) {
  check_cage(petersen_graph(), 10, 3, 5, 2);
  check_cage(heawood_graph(), 14, 3, 6, 3);
  check_cage(desargues_graph(), 20, 3, 6, 5);
  check_cage(dodecahedron_graph(), 20, 3, 5, 5);
  check_cage(icosahedron_graph(), 12, 5, 3, 3);
  BOOST_CHECK(isomorphic(generalised_petersen_graph(4, 1), hypercube_graph(3)));
  BOOST_CHECK_THROW((void)generalised_petersen_graph(6, 3), ArgumentError);
  BOOST_CHECK_THROW((void)generalised_petersen_graph(6, 0), ArgumentError);
  BOOST_CHECK_THROW((void)generalised_petersen_graph(6, 7), ArgumentError);
}

BOOST_AUTO_TEST_CASE(strongly_regular_graphs) {
  BOOST_CHECK(is_srg(petersen_graph(), 10, 3, 0, 1));
  BOOST_CHECK(is_srg(rook_graph(4, 4), 16, 6, 2, 2));
  BOOST_CHECK(is_srg(shrikhande_graph(), 16, 6, 2, 2));
  BOOST_CHECK(colour_refinement_agrees(rook_graph(4, 4), shrikhande_graph()));
  BOOST_CHECK(!isomorphic(rook_graph(4, 4), shrikhande_graph()));
  check_size(rook_graph(2, 5), 10, 25);
}

BOOST_AUTO_TEST_CASE(paley_graphs) {
  for (std::size_t q : {5U, 9U, 13U, 17U, 25U, 29U, 37U, 49U, 101U})
    BOOST_CHECK_MESSAGE(is_srg(paley_graph(q), q, (q - 1) / 2, (q - 5) / 4, (q - 1) / 4), q);
  BOOST_CHECK(isomorphic(paley_graph(5), cycle_graph(5)));
  BOOST_CHECK(isomorphic(paley_graph(9), rook_graph(3, 3)));
  for (std::size_t q : {0U, 1U, 2U, 3U, 4U, 7U, 11U, 15U, 16U, 21U, 27U, 33U, 81U, 125U, 225U})
    BOOST_CHECK_THROW((void)paley_graph(q), ArgumentError);
}

BOOST_AUTO_TEST_CASE(projective_planes) {
  for (std::size_t q : {2U, 3U, 5U})
    check_cage(projective_plane_graph(q), 2 * (q * q + q + 1), q + 1, 6, 3);
  for (std::size_t q : {0U, 1U, 4U, 6U})
    BOOST_CHECK_THROW((void)projective_plane_graph(q), ArgumentError);
}

BOOST_AUTO_TEST_CASE(cfi_pairs_fool_colour_refinement_only) {
  const Graph wheel =
      make_graph(5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {2, 3}, {3, 4}, {1, 4}});
  const std::vector<Graph> bases = {complete_graph(4), cycle_graph(5), grid_graph(2, 3), wheel,
                                    complete_bipartite_graph(3, 3)};
  for (const Graph& base : bases) {
    const auto [plain, twisted] = cfi_pair(base);
    std::size_t n = 0;
    for (Vertex v = 0; v < num_vertices(base); ++v)
      n += std::size_t{1} << (degree(v, base) - 1);
    check_size(plain, n, num_edges(plain));
    check_size(twisted, n, num_edges(plain));
    BOOST_CHECK(!same_graph(plain, twisted));
    BOOST_CHECK(colour_refinement_agrees(plain, twisted));
    BOOST_CHECK(!isomorphic(plain, twisted));
    BOOST_CHECK(isomorphic(cfi_graph(base, 2), plain));
    BOOST_CHECK(isomorphic(cfi_graph(base, 3), twisted));
    BOOST_CHECK(
        isomorphic(cfi_graph(base, num_edges(base)), num_edges(base) % 2 == 0 ? plain : twisted));
  }
}

BOOST_AUTO_TEST_CASE(cfi_graphs_worked_by_hand) {
  const auto [two_cycles, one_cycle] = cfi_pair(cycle_graph(5));
  BOOST_CHECK(isomorphic(two_cycles, disjoint_union(cycle_graph(5), cycle_graph(5))));
  BOOST_CHECK(isomorphic(one_cycle, cycle_graph(10)));
  // Over K4 the pair consists of the two strongly regular graphs with parameters (16,6,2,2).
  const auto [a, b] = cfi_pair(complete_graph(4));
  BOOST_CHECK(is_srg(a, 16, 6, 2, 2) && is_srg(b, 16, 6, 2, 2));
  BOOST_CHECK(isomorphic(a, rook_graph(4, 4)) != isomorphic(b, rook_graph(4, 4)));
  BOOST_CHECK(isomorphic(a, shrikhande_graph()) != isomorphic(b, shrikhande_graph()));
}

BOOST_AUTO_TEST_CASE(cfi_refuses_other_bases) {
  BOOST_CHECK_THROW((void)cfi_pair(Graph{}), ArgumentError);
  BOOST_CHECK_THROW((void)cfi_pair(path_graph(3)), ArgumentError);
  BOOST_CHECK_THROW((void)cfi_pair(complete_graph(10)), ArgumentError);
  BOOST_CHECK_THROW((void)cfi_pair(disjoint_union(cycle_graph(3), cycle_graph(3))), ArgumentError);
  BOOST_CHECK_THROW((void)cfi_pair(make_graph(3, {{0, 1}, {1, 2}, {0, 2}, {0, 0}})), ArgumentError);
  BOOST_CHECK_THROW((void)cfi_graph(cycle_graph(3), 4), ArgumentError);
}

BOOST_AUTO_TEST_CASE(connected_graphs_are_all_there_once) {
  const std::vector<std::size_t> expected = {1, 1, 2, 6, 21, 112, 853};
  for (std::size_t n = 1; n <= 7; ++n) {
    const auto graphs = connected_graphs(n);
    BOOST_CHECK_EQUAL(graphs.size(), expected[n - 1]);
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      BOOST_REQUIRE(is_simple(graphs[i]) && is_connected(graphs[i]));
      BOOST_REQUIRE_EQUAL(num_vertices(graphs[i]), n);
      if (i > 0) BOOST_REQUIRE_LE(num_edges(graphs[i - 1]), num_edges(graphs[i]));
    }
    // Counts agree with the literature; up to six vertices the classes are compared as well.
    for (std::size_t i = 0; n <= 6 && i < graphs.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        BOOST_REQUIRE(!isomorphic(graphs[i], graphs[j]));
  }
  BOOST_CHECK_THROW((void)connected_graphs(0), ArgumentError);
  BOOST_CHECK_THROW((void)connected_graphs(8), ArgumentError);
}
