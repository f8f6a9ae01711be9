#define BOOST_TEST_MODULE random_graphs
#include "graph_checks.hpp"

#include <canon/error.hpp>
#include <canon/generate.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <map>

using namespace canon;
using namespace canon::checks;

namespace {

constexpr std::uint64_t seed = 12345;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::vector<std::pair<Vertex, Vertex>> ends(const Graph& g) {
  std::vector<std::pair<Vertex, Vertex>> result;
  for (const Edge& e : sorted_edges(g))
    result.emplace_back(e.u, e.v);
  return result;
}

// `total` successes among `trials` of probability p.
void check_binomial(double total, double trials, double p, const char* what) {
  BOOST_CHECK_MESSAGE(std::abs(total - trials * p) <= 5.0 * std::sqrt(trials * p * (1 - p)),
                      what << ", seed " << seed << ": " << total << " successes, expected "
                           << trials * p);
}

} // namespace

BOOST_AUTO_TEST_CASE(erdos_renyi_edges_are_pinned) {
  Rng rng = trial_rng(seed, 0);
  const std::vector<std::pair<Vertex, Vertex>> expected = {{0, 3}, {0, 4}, {1, 7}, {2, 3},
                                                           {2, 5}, {2, 7}, {4, 6}, {6, 7}};
  BOOST_CHECK(ends(erdos_renyi(8, 0.4, rng)) == expected);
}

BOOST_AUTO_TEST_CASE(erdos_renyi_has_its_density_at_every_pair) {
  for (bool loops : {false, true}) {
    constexpr std::size_t n = 12;
    constexpr double p = 0.3;
    constexpr double draws = 20000.0;
    std::map<std::pair<Vertex, Vertex>, double> count;
    double total = 0.0;
    for (std::uint64_t t = 0; t < 20000; ++t) {
      Rng rng = trial_rng(seed, t);
      const Graph g = erdos_renyi(n, p, rng, loops);
      BOOST_REQUIRE(is_simple(g, loops));
      for (const auto& pair : ends(g))
        count[pair] += 1.0;
      total += static_cast<double>(num_edges(g));
    }
    const std::size_t pairs = n * (n - 1) / 2 + (loops ? n : 0);
    BOOST_CHECK_EQUAL(count.size(), pairs);
    for (const auto& [pair, c] : count)
      check_binomial(c, draws, p, "one pair");
    check_binomial(total, draws * static_cast<double>(pairs), p, "all pairs");
  }
}

BOOST_AUTO_TEST_CASE(erdos_renyi_at_the_ends_of_its_domain) {
  Rng rng = trial_rng(seed, 1);
  BOOST_CHECK_EQUAL(num_edges(erdos_renyi(9, 0.0, rng)), 0U);
  BOOST_CHECK_EQUAL(num_edges(erdos_renyi(9, 1.0, rng)), 36U);
  BOOST_CHECK_EQUAL(num_edges(erdos_renyi(9, 1.0, rng, true)), 45U);
  BOOST_CHECK_EQUAL(num_edges(erdos_renyi(9, std::numeric_limits<double>::denorm_min(), rng)), 0U);
  BOOST_CHECK_EQUAL(num_edges(erdos_renyi(9, std::nextafter(1.0, 0.0), rng)), 36U);
  BOOST_CHECK_EQUAL(num_vertices(erdos_renyi(0, 0.5, rng)), 0U);
  BOOST_CHECK_EQUAL(num_edges(erdos_renyi(1, 1.0, rng)), 0U);
  for (double p : {-0.1, 1.0001, not_a_number})
    BOOST_CHECK_THROW((void)erdos_renyi(3, p, rng), ArgumentError);
  const Graph large = erdos_renyi(100000, 4e-5, rng);
  check_binomial(static_cast<double>(num_edges(large)), 0.5 * 100000.0 * 99999.0, 4e-5, "large");
}

BOOST_AUTO_TEST_CASE(regular_graphs_are_regular) {
  for (std::size_t n = 1; n <= 12; ++n)
    for (std::size_t d = 0; d < n; ++d) {
      Rng rng = trial_rng(seed, 100 * n + d);
      if (n * d % 2 == 1) {
        BOOST_CHECK_THROW((void)random_regular(n, d, rng), ArgumentError);
        continue;
      }
      const Graph g = random_regular(n, d, rng);
      BOOST_CHECK(is_simple(g) && is_regular(g, d));
    }
  Rng rng = trial_rng(seed, 2);
  BOOST_CHECK(is_regular(random_regular(2000, 3, rng), 3));
  BOOST_CHECK(is_regular(random_regular(100, 50, rng), 50));
  BOOST_CHECK_THROW((void)random_regular(4, 4, rng), ArgumentError);
  BOOST_CHECK_THROW((void)random_regular(0, 0, rng), ArgumentError);
}

BOOST_AUTO_TEST_CASE(cubic_graphs_on_six_vertices_come_evenly) {
  // 70 labelled graphs: 60 prisms and 10 copies of K_3,3.
  std::map<std::vector<std::pair<Vertex, Vertex>>, double> count;
  for (std::uint64_t t = 0; t < 14000; ++t) {
    Rng rng = trial_rng(seed, t);
    count[ends(random_regular(6, 3, rng))] += 1.0;
  }
  BOOST_CHECK_EQUAL(count.size(), 70U);
  for (const auto& [graph, c] : count)
    check_binomial(c, 14000.0, 1.0 / 70.0, "one cubic graph");
}

BOOST_AUTO_TEST_CASE(barabasi_albert_grows_connected_hubs) {
  for (std::size_t m : {1U, 2U, 5U}) {
    Rng rng = trial_rng(seed, 10 + m);
    const Graph g = barabasi_albert(300, m, rng);
    BOOST_CHECK(is_simple(g) && is_connected(g));
    BOOST_CHECK_EQUAL(num_edges(g), m * (300 - m));
    std::size_t largest = 0;
    for (Vertex v = 0; v < 300; ++v)
      largest = std::max(largest, std::size_t{degree(v, g)});
    BOOST_CHECK_GT(largest, 6 * m);
  }
  Rng rng = trial_rng(seed, 3);
  BOOST_CHECK(same_graph(barabasi_albert(4, 3, rng), star_graph(3)));
  BOOST_CHECK_THROW((void)barabasi_albert(4, 0, rng), ArgumentError);
  BOOST_CHECK_THROW((void)barabasi_albert(4, 4, rng), ArgumentError);
}

BOOST_AUTO_TEST_CASE(watts_strogatz_moves_edges_and_loses_none) {
  Rng rng = trial_rng(seed, 4);
  BOOST_CHECK(same_graph(watts_strogatz(10, 4, 0.0, rng), circulant_graph(10, {1, 2})));
  BOOST_CHECK(same_graph(watts_strogatz(7, 6, 1.0, rng), complete_graph(7)));
  std::size_t kept = 0;
  for (double p : {0.1, 0.5, 1.0})
    for (int i = 0; i < 50; ++i) {
      const Graph g = watts_strogatz(20, 6, p, rng);
      BOOST_REQUIRE(is_simple(g));
      BOOST_REQUIRE_EQUAL(num_edges(g), 60U);
      kept += same_graph(g, circulant_graph(20, {1, 2, 3})) ? 1 : 0;
    }
  BOOST_CHECK_LT(kept, 10U);
  BOOST_CHECK_THROW((void)watts_strogatz(10, 3, 0.1, rng), ArgumentError);
  BOOST_CHECK_THROW((void)watts_strogatz(10, 10, 0.1, rng), ArgumentError);
  BOOST_CHECK_THROW((void)watts_strogatz(10, 4, not_a_number, rng), ArgumentError);
}

BOOST_AUTO_TEST_CASE(stochastic_block_has_its_density_in_every_block) {
  const std::vector<std::size_t> sizes = {30, 0, 50};
  const std::vector<std::vector<double>> p = {{0.5, 0.1, 0.05}, {0.1, 1.0, 0.2}, {0.05, 0.2, 0.3}};
  double inside_a = 0.0;
  double inside_c = 0.0;
  double between = 0.0;
  for (std::uint64_t t = 0; t < 200; ++t) {
    Rng rng = trial_rng(seed, t);
    const Graph g = stochastic_block(sizes, p, rng);
    BOOST_REQUIRE_EQUAL(num_vertices(g), 80U);
    BOOST_REQUIRE(is_simple(g));
    for (const auto& [u, v] : ends(g))
      (v < 30 ? inside_a : u < 30 ? between : inside_c) += 1.0;
  }
  check_binomial(inside_a, 200.0 * 435, 0.5, "first block");
  check_binomial(inside_c, 200.0 * 1225, 0.3, "last block");
  check_binomial(between, 200.0 * 1500, 0.05, "between the blocks");
  Rng rng = trial_rng(seed, 5);
  BOOST_CHECK_THROW((void)stochastic_block({2, 2}, {{0.5, 0.1}}, rng), ArgumentError);
  BOOST_CHECK_THROW((void)stochastic_block({2, 2}, {{0.5, 0.1}, {0.1}}, rng), ArgumentError);
  BOOST_CHECK_THROW((void)stochastic_block({2, 2}, {{0.5, 0.1}, {0.2, 0.5}}, rng), ArgumentError);
  BOOST_CHECK_THROW((void)stochastic_block({2}, {{1.5}}, rng), ArgumentError);
}

BOOST_AUTO_TEST_CASE(trees_are_trees_and_uniform) {
  Rng rng = trial_rng(seed, 6);
  BOOST_CHECK_THROW((void)random_tree(0, rng), ArgumentError);
  for (std::size_t n : {1U, 2U, 3U, 10U, 1000U}) {
    const Graph g = random_tree(n, rng);
    BOOST_CHECK_EQUAL(num_vertices(g), n);
    BOOST_CHECK_EQUAL(num_edges(g), n - 1);
    BOOST_CHECK(is_connected(g));
  }
  std::map<std::vector<std::pair<Vertex, Vertex>>, double> count;
  for (int t = 0; t < 25000; ++t)
    count[ends(random_tree(5, rng))] += 1.0;
  BOOST_CHECK_EQUAL(count.size(), 125U); // 5^3
  for (const auto& [tree, c] : count)
    check_binomial(c, 25000.0, 1.0 / 125.0, "one tree");
}

BOOST_AUTO_TEST_CASE(weights_lie_in_their_range_and_follow_the_graph) {
  Rng rng = trial_rng(seed, 7);
  Graph g = erdos_renyi(60, 0.5, rng);
  g[3].label = 9;
  const Graph weighted = with_random_weights(g, -0.5, 1.5, rng);
  BOOST_CHECK(ends(weighted) == ends(g));
  BOOST_CHECK_EQUAL(weighted[3].label, 9);
  double sum = 0.0;
  for (const Edge& e : sorted_edges(weighted)) {
    BOOST_CHECK(-0.5 <= e.weight && e.weight < 1.5 && e.weight != 0.0);
    sum += e.weight;
  }
  const double m = static_cast<double>(num_edges(g));
  BOOST_CHECK_LT(std::abs(sum - 0.5 * m), 5.0 * 2.0 * std::sqrt(m / 12.0));

  auto edges = sorted_edges(g);
  std::reverse(edges.begin(), edges.end());
  Graph reversed = make_graph(60, edges);
  reversed[3].label = 9;
  Rng a = trial_rng(seed, 8);
  Rng b = trial_rng(seed, 8);
  BOOST_CHECK(same_graph(with_random_weights(g, 0, 1, a), with_random_weights(reversed, 0, 1, b)));

  // Between neighbouring doubles only `low` itself is inside.
  const double next = std::nextafter(1.0, 2.0);
  for (const Edge& e : sorted_edges(with_random_weights(g, 1.0, next, rng)))
    BOOST_REQUIRE_EQUAL(e.weight, 1.0);
  const double huge = std::numeric_limits<double>::max();
  BOOST_CHECK_THROW((void)with_random_weights(g, 1.0, 1.0, rng), ArgumentError);
  BOOST_CHECK_THROW((void)with_random_weights(g, not_a_number, 1.0, rng), ArgumentError);
  BOOST_CHECK_THROW((void)with_random_weights(g, -huge, huge, rng), ArgumentError);
}

BOOST_AUTO_TEST_CASE(every_random_family_repeats_for_a_seed) {
  const auto draw = [](std::uint64_t index) {
    Rng rng = trial_rng(seed, index);
    std::vector<Graph> graphs;
    graphs.push_back(erdos_renyi(20, 0.3, rng));
    graphs.push_back(random_regular(20, 4, rng));
    graphs.push_back(barabasi_albert(20, 2, rng));
    graphs.push_back(watts_strogatz(20, 4, 0.3, rng));
    graphs.push_back(random_tree(20, rng));
    return graphs;
  };
  const auto a = draw(0);
  const auto b = draw(0);
  const auto c = draw(1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    BOOST_CHECK(same_graph(a[i], b[i]));
    BOOST_CHECK(!same_graph(a[i], c[i]));
  }
}
