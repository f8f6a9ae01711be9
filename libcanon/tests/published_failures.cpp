// The inputs on which the published implementation goes wrong, one case each.
#define BOOST_TEST_MODULE published_failures
#include <canon/canonize.hpp>
#include <canon/encoding.hpp>
#include <canon/generate.hpp>
#include <canon/verify.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace canon;

namespace {

constexpr GraphOperator normalised = GraphOperator::normalised_adjacency;

/// The space at this eigenvalue and its outcome; fails the test if there is none.
struct Found {
  Eigenspace space;
  Outcome outcome;
  Spectrum before, after;
};

Found find(const Graph& graph, GraphOperator op, double eigenvalue, std::uint64_t turn) {
  Found found;
  found.before = solve_spectrum(graph, op);
  rotate_spaces(found.before, turn);
  found.after = found.before;
  const std::vector<Outcome> outcomes = canonize(found.after).outcomes;
  for (std::size_t s = 0; s < outcomes.size(); ++s)
    if (std::abs(found.after.spaces[s].eigenvalue - eigenvalue) < 1e-6) {
      found.space = found.after.spaces[s];
      found.outcome = outcomes[s];
      return found;
    }
  BOOST_FAIL("no eigenvalue " << eigenvalue);
  return found;
}

void check_untouched(const Found& f) {
  const auto last = f.space.first + f.space.dimension - 1;
  BOOST_CHECK(arma::approx_equal(f.before.vectors.cols(f.space.first, last),
                                 f.after.vectors.cols(f.space.first, last), "absdiff", 0.0));
}

} // namespace

BOOST_AUTO_TEST_CASE(vanishing_projection_in_a_star_is_noticed) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Found f = find(star_graph(3), normalised, 0.0, seed);
    BOOST_TEST(f.space.dimension == 2U);
    BOOST_TEST((f.outcome.verdict == Verdict::axis_projection_vanishes));
    check_untouched(f);
  }
}

BOOST_AUTO_TEST_CASE(vanishing_projection_in_a_grid_is_noticed) {
  Spectrum s = solve_spectrum(grid_graph(3, 3), normalised);
  const arma::mat before = s.vectors;
  const std::vector<Outcome> outcomes = canonize(s).outcomes;
  std::size_t multiple = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (s.spaces[i].dimension > 1) {
      ++multiple;
      BOOST_TEST((outcomes[i].verdict == Verdict::axis_projection_vanishes));
      const auto last = s.spaces[i].first + s.spaces[i].dimension - 1;
      BOOST_TEST(
          arma::abs(before.cols(s.spaces[i].first, last) - s.vectors.cols(s.spaces[i].first, last))
              .max() == 0.0);
    }
  BOOST_TEST(multiple > 0U);
}

BOOST_AUTO_TEST_CASE(path_of_six_stays_undetermined_in_every_run) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng = trial_rng(1, seed);
    const Graph g = relabel(path_graph(6), random_permutation(6, rng));
    const Found f = find(g, normalised, std::cos(std::acos(-1.0) / 5.0), seed);
    BOOST_TEST_CONTEXT("seed " << seed) {
      BOOST_TEST(f.space.dimension == 1U);
      BOOST_TEST((f.outcome.verdict == Verdict::sign_undetermined));
      check_untouched(f);
    }
  }
}

BOOST_AUTO_TEST_CASE(tree_with_entries_on_a_bin_edge_has_one_sign) {
  const Graph tree = make_graph(8, {{0, 3}, {0, 4}, {0, 7}, {1, 4}, {2, 5}, {3, 6}, {5, 7}});
  const Found base = find(tree, normalised, -1.0, 0);
  BOOST_REQUIRE((base.outcome.verdict == Verdict::unique));
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    Rng rng = trial_rng(2, seed);
    const std::vector<Vertex> place = random_permutation(8, rng);
    const Found f = find(relabel(tree, place), normalised, -1.0, seed);
    for (Vertex v = 0; v < 8; ++v)
      BOOST_REQUIRE_SMALL(base.after.vectors(v, base.space.first) -
                              f.after.vectors(place[v], f.space.first),
                          1e-12);
  }
}

BOOST_AUTO_TEST_CASE(no_cycle_is_split) {
  for (std::size_t n = 3; n <= 100; ++n)
    for (GraphOperator op : values<GraphOperator>()) {
      const Spectrum s = solve_spectrum(cycle_graph(n), op);
      BOOST_REQUIRE_EQUAL(s.spaces.size(), n / 2 + 1);
      for (const Eigenspace& space : s.spaces)
        BOOST_REQUIRE_LE(space.dimension, 2U);
    }
}

BOOST_AUTO_TEST_CASE(no_complete_graph_is_split) {
  for (std::size_t n = 3; n < 200; ++n) {
    const Spectrum s = solve_spectrum(complete_graph(n), normalised);
    BOOST_REQUIRE_EQUAL(s.spaces.size(), 2U);
    BOOST_REQUIRE_EQUAL(s.spaces[1].dimension, n - 1);
  }
}

BOOST_AUTO_TEST_CASE(a_space_that_k_cuts_is_treated_whole_and_the_cut_is_said) {
  EncodingOptions options;
  options.k = 1;
  options.drop_trivial = true;
  const Encoding e = encode(cycle_graph(6), options);
  BOOST_TEST(e.cut);
  BOOST_TEST(e.settled[0] == Guarantee::none);
  options.k = 2;
  BOOST_TEST(!encode(cycle_graph(6), options).cut);

  // Where the cut space is canonizable its column is settled, and stays when k grows.
  const Graph g =
      make_graph(7, {{0, 1}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {3, 4}, {3, 6}, {4, 5}});
  options = {};
  const Spectrum s = solve_spectrum(g, options.op);
  std::size_t first = 0;
  for (const Eigenspace& space : s.spaces)
    if (space.dimension == 2) first = space.first;
  BOOST_REQUIRE(first > 0U);
  options.k = first + 1;
  const Encoding cut = encode(g, options);
  options.k = first + 2;
  const Encoding whole = encode(g, options);
  BOOST_TEST(cut.cut);
  BOOST_TEST(!whole.cut);
  BOOST_TEST(cut.settled[first] == Guarantee::equivariant);
  BOOST_TEST(arma::abs(cut.features.col(first) - whole.features.col(first)).max() == 0.0);
}

BOOST_AUTO_TEST_CASE(the_top_space_of_two_components_is_treated_as_a_whole) {
  const Graph g = disjoint_union(path_graph(3), path_graph(2));
  const Spectrum s = solve_spectrum(g, GraphOperator::lazy_adjacency);
  BOOST_REQUIRE_EQUAL(s.spaces.front().dimension, 2U);
  EncodingOptions options;
  options.k = 3;
  options.drop_trivial = true; // nothing is trivial here: the constant direction is one of two
  const Encoding base = encode(g, options);
  BOOST_TEST(base.padded == 0U);
  BOOST_TEST(base.settled[0] == Guarantee::equivariant);
  BOOST_TEST(base.settled[1] == Guarantee::equivariant);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng = trial_rng(3, seed);
    const std::vector<Vertex> place = random_permutation(5, rng);
    const Encoding e = encode(relabel(g, place), options);
    for (Vertex v = 0; v < 5; ++v)
      for (arma::uword j = 0; j < 2; ++j)
        BOOST_REQUIRE_SMALL(base.features(v, j) - e.features(place[v], j), 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(the_sign_step_only_flips) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng = trial_rng(4, seed);
    Spectrum s = solve_spectrum(erdos_renyi(30, 0.2, rng), GraphOperator::lazy_adjacency);
    const arma::mat before = s.vectors;
    (void)canonize(s);
    for (const Eigenspace& space : s.spaces)
      if (space.dimension == 1) {
        const arma::vec a = before.col(space.first), b = s.vectors.col(space.first);
        BOOST_REQUIRE(arma::all(a == b) || arma::all(a == -b));
      }
  }
}
