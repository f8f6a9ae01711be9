// Every statistic of `study molecules` on families whose answer is known in closed form.
#define BOOST_TEST_MODULE molecule_statistics
#include "study/molecule_counts.hpp"

#include <canon/generate.hpp>

#include <boost/test/unit_test.hpp>

using namespace canon;
using namespace canon::lab;

namespace {

MoleculeCounts count(const Graph& graph, const MoleculeOptions& options = {}) {
  return count_molecule(graph, solve_spectrum(graph, GraphOperator::lazy_adjacency), options);
}

std::size_t sum(const SettledBy& settled) {
  std::size_t all = 0;
  for (const std::size_t count : settled)
    all += count;
  return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(cycles) {
  // 2 cos(2 pi j/n): simple for j = 0, and for j = n/2 where n is even; else of multiplicity two,
  // with all axes projected to one length. The alternating vector has no sign.
  for (std::size_t n = 6; n <= 41; ++n)
    BOOST_TEST_CONTEXT("cycle of " << n) {
      const MoleculeCounts c = count(cycle_graph(n));
      const bool even = n % 2 == 0;
      BOOST_TEST(c.violations.simple == (even ? 2U : 1U));
      BOOST_TEST(c.violations.multiple == (n - 1) / 2);
      BOOST_TEST(c.distinct() == n / 2 + 1);
      BOOST_TEST(c.violations.assumption1 == (even ? 1U : 0U));
      BOOST_TEST(c.sign_graphs == (even ? 1U : 0U));
      BOOST_TEST(c.equal_norm == (even ? 1U : 0U));
      BOOST_TEST(c.violations.assumption2 == (n - 1) / 2);
      BOOST_TEST(c.violations.assumption3 == 0U);
      BOOST_TEST(c.lost_vectors == 2 * ((n - 1) / 2));
      BOOST_TEST(c.uncanonizable() == n - 1);
      BOOST_TEST((c.multiplicities == Multiplicities{{1, even ? 2 : 1}, {2, (n - 1) / 2}}));
    }
}

BOOST_AUTO_TEST_CASE(complete_graphs) {
  for (std::size_t n = 6; n <= 40; ++n)
    BOOST_TEST_CONTEXT("complete graph of " << n) {
      const MoleculeCounts c = count(complete_graph(n));
      BOOST_TEST(c.violations.simple == 1U);
      BOOST_TEST(c.violations.multiple == 1U);
      BOOST_TEST(c.violations.assumption1 == 0U);
      BOOST_TEST(c.violations.assumption2 == 1U);
      BOOST_TEST(c.lost_vectors == n - 1);
      BOOST_TEST(c.equal_norm == 0U);
      BOOST_TEST((c.multiplicities == Multiplicities{{1, 1}, {n - 1, 1}}));
    }
}

BOOST_AUTO_TEST_CASE(hypercubes) {
  // Eigenvalue j of dimension d has multiplicity d over j; the last vector is the parity.
  for (std::size_t d = 3; d <= 6; ++d)
    BOOST_TEST_CONTEXT("hypercube of dimension " << d) {
      const std::size_t n = std::size_t{1} << d;
      const MoleculeCounts c = count(hypercube_graph(d));
      BOOST_TEST(c.violations.simple == 2U);
      BOOST_TEST(c.violations.multiple == d - 1);
      BOOST_TEST(c.violations.assumption1 == 1U);
      BOOST_TEST(c.violations.assumption2 == d - 1);
      BOOST_TEST(c.violations.assumption3 == 0U);
      BOOST_TEST(c.equal_norm == 1U);
      BOOST_TEST(c.lost_vectors == n - 2);
    }
}

BOOST_AUTO_TEST_CASE(stars) {
  // K_1,m: 0 and 2 simple, 1 of multiplicity m-1 on the leaves alone. Lengths: the leaves' and the
  // centre's zero, two classes; with m = 3 (d = 2) the first summary vector projects to nothing.
  for (std::size_t m = 3; m <= 20; ++m)
    BOOST_TEST_CONTEXT("star of " << m << " leaves") {
      const MoleculeCounts c = count(star_graph(m), {1, 10.0});
      BOOST_TEST(c.violations.simple == 2U);
      BOOST_TEST(c.violations.multiple == 1U);
      BOOST_TEST(c.violations.assumption1 == 0U);
      // The lower vector has the centre against the leaves, each half of the square.
      BOOST_TEST(c.equal_norm == 1U);
      BOOST_TEST(c.violations.assumption2 == (m == 3 ? 0U : 1U));
      BOOST_TEST(c.violations.assumption3 == (m == 3 ? 1U : 0U));
      BOOST_TEST(c.lost_vectors == m - 1);
    }
}

BOOST_AUTO_TEST_CASE(levels_settle_all_in_the_end) {
  for (const Graph& graph : {cycle_graph(12), star_graph(7), hypercube_graph(4), path_graph(9)}) {
    const MoleculeCounts c = count(graph);
    const std::size_t n = num_vertices(graph);
    BOOST_TEST(sum(c.settled) == n);
    BOOST_TEST(sum(c.labelled) == n);
    BOOST_TEST(c.settled[static_cast<std::size_t>(Level::map)] == n - c.uncanonizable());
  }
}

BOOST_AUTO_TEST_CASE(labels_settle_more) {
  // A path with one end of another kind has no symmetry left: every odd vector gets its sign.
  Graph graph = path_graph(7);
  graph[0].label = 8;
  const MoleculeCounts c = count(graph);
  const auto label = static_cast<std::size_t>(Level::label);
  BOOST_TEST(c.settled[label] == 3U);
  BOOST_TEST(c.labelled[label] == 0U);
}

BOOST_AUTO_TEST_CASE(small_graphs_are_passed_over_where_the_paper_does) {
  const MoleculeCounts c = count(path_graph(5));
  BOOST_TEST(c.graphs == 1U);
  BOOST_TEST(c.simple == 5U);
  // All but the first: cos(pi j k/4) sqrt(d_k) for j = 1, 3 is odd; 1, 0, -sqrt 2, 0, 1 and the
  // alternating one have halves of equal norm.
  BOOST_TEST(c.equal_norm == 4U);
  BOOST_TEST(c.large_graphs == 0U);
  BOOST_TEST(c.distinct() == 0U);
  BOOST_TEST(count(path_graph(5), {5, 10.0}).large_vectors == 5U);
}

BOOST_AUTO_TEST_CASE(counts_add_up) {
  MoleculeCounts all;
  all.join(count(cycle_graph(6)));
  all.join(count(cycle_graph(7)));
  BOOST_TEST(all.graphs == 2U);
  BOOST_TEST(all.nodes == 13U);
  BOOST_TEST(all.edges == 13U);
  BOOST_TEST(all.violations.multiple == 5U);
  BOOST_TEST(all.violations.assumption1 == 1U);
  BOOST_TEST(all.sign_graphs == 1U);
}
