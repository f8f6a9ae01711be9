#define BOOST_TEST_MODULE graph
#include <canon/error.hpp>
#include <canon/graph.hpp>

#include <boost/test/unit_test.hpp>

#include <limits>

using namespace canon;

BOOST_AUTO_TEST_CASE(make_graph_refuses_what_is_not_a_simple_graph) {
  BOOST_CHECK_THROW((void)make_graph(2, {{0, 2}}), ArgumentError);
  BOOST_CHECK_THROW((void)make_graph(2, {{0, 1}, {1, 0}}), ArgumentError);
  BOOST_CHECK_THROW((void)make_graph(2, {{0, 1, 0.0}}), ArgumentError);
  BOOST_CHECK_THROW((void)make_graph(2, {{0, 1, std::numeric_limits<double>::quiet_NaN()}}),
                    ArgumentError);
  BOOST_CHECK_EQUAL(num_vertices(make_graph(0, {})), 0U);
}

BOOST_AUTO_TEST_CASE(relabel_carries_labels_and_weights) {
  Graph g = make_graph(3, {{0, 1, 2.0, 5}, {1, 2, 3.0, 6}});
  g[0].label = 7;
  const Graph h = relabel(g, {2, 0, 1});
  BOOST_CHECK_EQUAL(h[2].label, 7);
  BOOST_CHECK((sorted_edges(h) == std::vector<Edge>{{0, 1, 3.0, 6}, {0, 2, 2.0, 5}}));
  BOOST_CHECK(same_graph(relabel(h, {1, 2, 0}), g));
  BOOST_CHECK(!same_graph(h, g));
  BOOST_CHECK_THROW((void)relabel(g, {0, 0, 1}), ArgumentError);
  BOOST_CHECK_THROW((void)relabel(g, {0, 1}), ArgumentError);
}

BOOST_AUTO_TEST_CASE(components_of_a_union) {
  const Graph g = disjoint_union(make_graph(2, {{0, 1}}), make_graph(3, {{0, 2}}));
  const auto [component, count] = number_components(g);
  BOOST_CHECK_EQUAL(count, 3U);
  BOOST_CHECK((component == std::vector<std::size_t>{0, 0, 1, 2, 1}));
  BOOST_CHECK_EQUAL(number_components(Graph{}).count, 0U);
  BOOST_CHECK(number_components(Graph{}).component.empty());
}
