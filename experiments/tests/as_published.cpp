// The published way of counting, on graphs so small that one can follow it by hand.
#define BOOST_TEST_MODULE as_published
#include "study/as_published.hpp"

#include <canon/generate.hpp>

#include <boost/test/unit_test.hpp>

using namespace canon;
using namespace canon::lab;

BOOST_AUTO_TEST_CASE(a_path_counts_once_whatever_its_vectors) {
  // Every second vector of a path is odd under its reflection.
  const PublishedCounts counts = count_as_published(path_graph(8));
  BOOST_TEST(counts.large_vectors == 8U);
  BOOST_TEST(counts.distinct == 8U);
  BOOST_TEST(counts.multiple == 0U);
  BOOST_TEST(counts.sign_graphs == 1U);
  BOOST_TEST(counts.simple_sign_graphs == 1U);
}

BOOST_AUTO_TEST_CASE(small_graphs_count_for_the_norms_alone) {
  const PublishedCounts counts = count_as_published(path_graph(4));
  BOOST_TEST(counts.vectors == 4U);
  BOOST_TEST(counts.equal_norm == 2U); // the two odd ones
  BOOST_TEST(counts.large_vectors == 0U);
  BOOST_TEST(counts.distinct == 0U);
  BOOST_TEST(counts.sign_graphs == 0U);
}

BOOST_AUTO_TEST_CASE(every_vector_and_space_counts_once) {
  for (const Graph& graph : {cycle_graph(9), star_graph(6), hypercube_graph(3), Graph(7),
                             complete_graph(7), grid_graph(3, 4), path_graph(6)}) {
    const PublishedCounts counts = count_as_published(graph);
    std::size_t vectors = 0, spaces = 0;
    for (const auto& [d, count] : counts.multiplicities) {
      vectors += d * count;
      spaces += count;
    }
    BOOST_TEST(vectors == num_vertices(graph));
    BOOST_TEST(spaces == counts.distinct);
    BOOST_TEST(counts.assumption2 + counts.assumption3 <= counts.multiple);
  }
}

BOOST_AUTO_TEST_CASE(counts_add_up) {
  PublishedCounts sum = count_as_published(path_graph(8));
  sum.join(count_as_published(path_graph(4)));
  BOOST_TEST(sum.vectors == 12U);
  BOOST_TEST(sum.large_vectors == 8U);
  BOOST_TEST(sum.multiplicities.at(1) == 12U);
  PublishedCounts zero;
  zero.join(sum);
  BOOST_TEST((zero == sum));
}

BOOST_AUTO_TEST_CASE(no_vertices_no_counts) {
  BOOST_TEST((count_as_published(Graph()) == PublishedCounts{}));
}
