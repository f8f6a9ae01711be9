// Fixed random features: what they may not depend on, and what they show at each level.
#define BOOST_TEST_MODULE distinction
#include "study/distinction.hpp"

#include "study/random_invariant.hpp"

#include <canon/encoding.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/random.hpp>

#include <boost/test/unit_test.hpp>

using namespace canon;
using namespace canon::lab;

namespace {

GraphGroup pair_of(Graph a, Graph b) {
  return all_pairs({std::move(a), std::move(b)});
}

std::vector<GraphGroup> hard_pairs() {
  const auto [untwisted, twisted] = cfi_pair(complete_graph(4));
  return {pair_of(rook_graph(4, 4), shrikhande_graph()), pair_of(untwisted, twisted),
          pair_of(cycle_graph(6), disjoint_union(cycle_graph(3), cycle_graph(3)))};
}

} // namespace

/// distinguish() encodes with all columns and looks at the first k of them.
BOOST_AUTO_TEST_CASE(an_encoding_begins_like_the_one_with_more_columns) {
  std::vector<Graph> graphs = {petersen_graph(), path_graph(9), grid_graph(3, 4),
                               cfi_graph(complete_graph(4), 1)};
  for (const GraphGroup& group : hard_pairs())
    graphs.insert(graphs.end(), group.graphs.begin(), group.graphs.end());
  for (const Level level : {Level::none, Level::map, Level::joint, Level::orbit, Level::label})
    for (std::size_t g = 0; g < graphs.size(); ++g)
      for (const std::size_t k : {3, 8}) {
        EncodingOptions options;
        options.canonize.level = level;
        options.k = k;
        const arma::mat few = encode(graphs[g], options).features;
        options.k = boost::num_vertices(graphs[g]) + 2;
        const arma::mat all = encode(graphs[g], options).features;
        const std::size_t shown = std::min(k, boost::num_vertices(graphs[g]));
        BOOST_TEST_CONTEXT(name(level) << ", graph " << g << ", k = " << k)
        BOOST_TEST(arma::abs(few.head_cols(shown) - all.head_cols(shown)).max() < 1e-12);
      }
}

BOOST_AUTO_TEST_CASE(features_move_with_nothing_but_the_graph) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Rng rng = trial_rng(seed, 0);
    Graph graph = erdos_renyi(12, 0.4, rng);
    for (Vertex v = 0; v < 4; ++v)
      graph[v].label = 1;
    const arma::mat features(12, 5, arma::fill::value(0.0));
    arma::mat drawn = features;
    for (double& value : drawn)
      value = normal(rng);
    const auto place = random_permutation(12, rng);
    arma::mat moved = drawn;
    for (Vertex v = 0; v < 12; ++v)
      moved.row(place[v]) = drawn.row(v);
    const RandomInvariant invariant(5, seed);
    const RandomFeatures a = invariant.of(graph, drawn, 5),
                         b = invariant.of(relabel(graph, place), moved, 5);
    BOOST_TEST_CONTEXT("seed " << seed) {
      BOOST_TEST(arma::abs(a.rows - b.rows).max() < 1e-13);
      BOOST_TEST(arma::abs(a.edges - b.edges).max() < 1e-13);
      // Rows, labels and edges each count.
      moved.row(0) += 0.1;
      BOOST_TEST(arma::abs(invariant.of(relabel(graph, place), moved, 5).rows - a.rows).max() >
                 1e-6);
      Graph other = graph;
      other[5].label = 1;
      BOOST_TEST(arma::abs(invariant.of(other, drawn, 5).rows - a.rows).max() > 1e-6);
      const RandomFeatures no_edges =
          invariant.of(make_graph(12, std::vector<Edge>{}), features, 5);
      BOOST_TEST(arma::abs(invariant.of(cycle_graph(12), features, 5).rows - no_edges.rows).max() <
                 1e-13);
      BOOST_TEST(
          arma::abs(invariant.of(cycle_graph(12), features, 5).edges - no_edges.edges).max() >
          1e-6);
    }
    BOOST_CHECK_THROW((void)invariant.of(graph, drawn, 6), ArgumentError);
  }
}

BOOST_AUTO_TEST_CASE(only_complete_encodings_distinguish_symmetric_graphs) {
  for (const Level level : {Level::none, Level::map, Level::label})
    for (std::size_t g = 0; g < hard_pairs().size(); ++g) {
      DistinctionOptions options;
      options.level = level;
      options.relabellings = 8;
      const GraphGroup group = hard_pairs()[g];
      const auto found = distinguish(group, options, g);
      BOOST_REQUIRE(found.size() == 3U);
      const Distinction& all = found.back().edges;
      BOOST_TEST_CONTEXT(name(level) << ", pair " << g) {
        BOOST_TEST(all.graphs == 2U);
        BOOST_TEST(all.pairs == 1U);
        BOOST_TEST(all.kept == (level == Level::label ? 2U : 0U));
        BOOST_TEST(all.distinguished == (level == Level::label ? 1U : 0U));
        // No count is near the tolerance.
        BOOST_TEST(all.worst_kept < 1e-11);
        BOOST_TEST(all.least_moved > 1e-4);
        BOOST_TEST(all.least_different > 1e-4);
      }
    }
}

BOOST_AUTO_TEST_CASE(copies_of_one_graph_are_never_distinguished) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Rng rng = trial_rng(seed, 1);
    const Graph graph = cfi_graph(complete_graph(4), 0);
    const GraphGroup group =
        pair_of(graph, relabel(graph, random_permutation(boost::num_vertices(graph), rng)));
    for (const Level level : {Level::none, Level::map, Level::orbit, Level::label}) {
      DistinctionOptions options;
      options.level = level;
      options.relabellings = 6;
      options.seed = seed;
      for (const ColumnsDistinction& found : distinguish(group, options, 0))
        BOOST_TEST_CONTEXT(name(level) << ", seed " << seed) {
          BOOST_TEST(found.rows.distinguished == 0U);
          BOOST_TEST(found.edges.distinguished == 0U);
        }
    }
  }
}
