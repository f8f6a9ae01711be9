#define BOOST_TEST_MODULE violation
#include "study/violation.hpp"

#include "study/normal_bins.hpp"
#include "study/random_tally.hpp"

#include <canon/error.hpp>
#include <canon/generate.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <string>

using namespace canon;
using namespace canon::lab;

namespace {

constexpr std::uint64_t seed = 3;

Violations found(const Graph& graph) {
  Spectrum s = solve_spectrum(graph, GraphOperator::adjacency);
  return find_violations(s);
}

RandomTally tally_of_cell(const char* ensemble, std::size_t n, double p, std::size_t trials,
                          const EnsembleOptions& options = {}) {
  RandomPlan plan;
  plan.seed = seed;
  plan.options = options;
  plan.cells = {{ensemble_by_name(ensemble), n, p, trials}};
  return run_chunk(plan, {0, 0, trials});
}

} // namespace

BOOST_AUTO_TEST_CASE(cycles_have_spaces_of_two_dimensions) {
  for (std::size_t n : {3, 4, 5, 12, 21, 50}) {
    const Violations v = found(cycle_graph(n));
    const std::size_t simple = n % 2 == 0 ? 2 : 1;
    BOOST_CHECK_EQUAL(v.simple, simple);
    BOOST_CHECK_EQUAL(v.multiple, (n - simple) / 2);
    // Vertex-transitive: one axis class in every space, and the alternating vector turns round.
    BOOST_CHECK_EQUAL(v.assumption1, n % 2 == 0 ? 1U : 0U);
    BOOST_CHECK_EQUAL(v.assumption2, v.multiple);
    BOOST_CHECK_EQUAL(v.assumption3, 0U);
    BOOST_CHECK(!v.simple_spectrum());
    BOOST_CHECK(v.any());
  }
}

BOOST_AUTO_TEST_CASE(complete_graphs_have_one_large_space) {
  for (std::size_t n : {3, 10, 24, 60}) {
    const Violations v = found(complete_graph(n));
    BOOST_CHECK(v == (Violations{1, 0, 1, 1, 0, v.doubtful}));
  }
  // K_2: +1 is settled, -1 is (1,-1), which a swap turns round.
  BOOST_CHECK(found(complete_graph(2)) == (Violations{2, 1, 0, 0, 0, 0}));
}

BOOST_AUTO_TEST_CASE(hypercubes_have_binomial_multiplicities) {
  for (std::size_t d = 2; d <= 7; ++d) {
    Spectrum s = solve_spectrum(hypercube_graph(d), GraphOperator::adjacency);
    double choose = 1.0;
    BOOST_REQUIRE_EQUAL(s.spaces.size(), d + 1);
    for (std::size_t k = 0; k <= d; ++k) {
      BOOST_CHECK_EQUAL(static_cast<double>(s.spaces[k].dimension), choose);
      choose = choose * static_cast<double>(d - k) / static_cast<double>(k + 1);
    }
    const Violations v = find_violations(s);
    BOOST_CHECK(v == (Violations{2, 1, d - 1, d - 1, 0, v.doubtful}));
  }
}

BOOST_AUTO_TEST_CASE(a_star_fails_the_third_assumption) {
  // K_1,3: +-sqrt(3) simple and settled; 0 has the classes {centre}, {leaves}, and neither summary
  // vector reaches it.
  const Violations v = found(star_graph(3));
  BOOST_CHECK(v == (Violations{2, 0, 1, 0, 1, v.doubtful}));
}

BOOST_AUTO_TEST_CASE(ensembles_of_graphs_have_the_names_of_their_families) {
  const std::vector<std::string> matrices = {"goe", "wigner", "four-moment", "bernoulli"};
  for (const Ensemble& ensemble : all_ensembles()) {
    if (std::find(matrices.begin(), matrices.end(), ensemble.name) != matrices.end()) continue;
    const bool found = std::any_of(families().begin(), families().end(), [&](const Family& family) {
      return family.random && ensemble.name.starts_with(family.name);
    });
    BOOST_TEST(found, ensemble.name);
  }
}

BOOST_AUTO_TEST_CASE(one_vertex_violates_nothing) {
  for (const Ensemble& ensemble : all_ensembles()) {
    if (ensemble.name == "random-regular" || ensemble.name == "barabasi-albert" ||
        ensemble.name == "watts-strogatz")
      continue; // n = 1 is outside their domain
    const RandomTally tally = tally_of_cell(ensemble.name.data(), 1, 0.5, 5);
    BOOST_CHECK_EQUAL(tally.trials, 5U);
    BOOST_CHECK_EQUAL(tally.not_simple + tally.violating, 0U);
    BOOST_CHECK_EQUAL(tally.assumption1.units, 5U);
    BOOST_CHECK_EQUAL(tally.projections.samples(), 5U);
  }
  EnsembleOptions options;
  options.degree = 0;
  BOOST_CHECK_EQUAL(tally_of_cell("random-regular", 1, 0.0, 2, options).violating, 0U);
  BOOST_CHECK_THROW((void)tally_of_cell("random-regular", 1, 0.0, 2), ArgumentError);
}

BOOST_AUTO_TEST_CASE(sure_graphs_give_the_counts_of_the_family) {
  // p = 1 is the complete graph, p = 0 without moves is the circulant ring.
  const RandomTally complete = tally_of_cell("erdos-renyi", 12, 1.0, 4);
  BOOST_CHECK_EQUAL(complete.not_simple, 4U);
  BOOST_CHECK_EQUAL(complete.violating, 4U);
  BOOST_CHECK(complete.assumption1 == (ClusteredCount{4, 4, 0, 4, 0, 0}));
  BOOST_CHECK(complete.assumption2 == (ClusteredCount{4, 4, 4, 4, 4, 4}));
  EnsembleOptions ring;
  ring.neighbours = 2;
  const RandomTally cycle = tally_of_cell("watts-strogatz", 12, 0.0, 3, ring);
  BOOST_CHECK_EQUAL(cycle.assumption1.units, 6U);
  BOOST_CHECK_EQUAL(cycle.assumption1.hits, 3U);
  BOOST_CHECK_EQUAL(cycle.assumption2.hits, 15U);
}

BOOST_AUTO_TEST_CASE(goe_violates_nothing_and_is_normal) {
  const RandomTally tally = tally_of_cell("goe", 200, 0.0, 30);
  BOOST_CHECK_EQUAL(tally.not_simple, 0U);
  BOOST_CHECK_EQUAL(tally.violating, 0U);
  BOOST_CHECK_EQUAL(tally.assumption1.units, 6000U);
  BOOST_CHECK_EQUAL(tally.projections.samples(), 6000U);
  BOOST_CHECK_MESSAGE(tally.projections.distance() < tally.projections.critical_distance(),
                      "seed " << seed << ": distance " << tally.projections.distance());
  // For n = 2 the vector is (cos t, sin t), t uniform: its sum is arcsine distributed, far off.
  const NormalBins arcsine = tally_of_cell("goe", 2, 0.0, 3000).projections;
  BOOST_CHECK_GT(arcsine.distance(), 2.0 * arcsine.critical_distance());
  BOOST_CHECK_CLOSE(arcsine.quantile(0.75), 1.0, 6.0); // sqrt(2) sin(pi/4)
}

BOOST_AUTO_TEST_CASE(eigenvectors_of_regular_graphs_are_orthogonal_to_the_ones) {
  const NormalBins bins = tally_of_cell("random-regular", 40, 0.0, 50).projections;
  // All in the two bins about 0 but the ones themselves.
  const std::size_t middle =
      bins.counts()[NormalBins::bins / 2] + bins.counts()[NormalBins::bins / 2 - 1];
  BOOST_CHECK_GE(middle + 2 * 50, bins.samples());
}

BOOST_AUTO_TEST_CASE(bins_know_the_normal_distribution) {
  NormalBins bins;
  BOOST_CHECK_EQUAL(bins.distance(), 0.0);
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i)
    bins.add(normal_quantile((i + 0.5) / count));
  BOOST_CHECK_LT(bins.distance(), 1e-3);
  for (double q : {0.1, 0.25, 0.5, 0.9})
    BOOST_CHECK_SMALL(bins.quantile(q) - normal_quantile(q), 5e-3);
  const std::vector<double> density = bins.density(3.0, 30);
  BOOST_CHECK_CLOSE(density[15], 0.3983, 1.0); // about 0.1
  // Shifted by s the distance is 2 Phi(s/2) - 1.
  NormalBins shifted;
  for (int i = 0; i < count; ++i)
    shifted.add(0.5 + normal_quantile((i + 0.5) / count));
  BOOST_CHECK_SMALL(shifted.distance() - (2.0 * normal_cumulative(0.25) - 1.0), 2e-3);
  NormalBins one;
  one.add(0.0);
  BOOST_CHECK_SMALL(one.distance() - 0.5, 2e-3);
  one.add(1e300);
  one.add(-1e300);
  BOOST_CHECK_EQUAL(one.samples(), 3U);
  BOOST_CHECK(NormalBins::from(one.counts()) == one);
  BOOST_CHECK_THROW((void)NormalBins::from({1, 2}), ArgumentError);
}

BOOST_AUTO_TEST_CASE(a_tally_survives_its_json) {
  RandomTally tally = tally_of_cell("random-tree", 9, 0.0, 40);
  Rng rng = trial_rng(seed, 1);
  tally.changes.push_back(rank_one_change(20, 0.3, rng));
  BOOST_CHECK(tally_of(Json::parse(tally_json(tally).dump())) == tally);
}

BOOST_AUTO_TEST_CASE(chunks_add_up_to_the_cell) {
  RandomPlan plan;
  plan.seed = seed;
  plan.cells = {{ensemble_by_name("erdos-renyi"), 10, 0.4, 50}};
  RandomTally joined = run_chunk(plan, {0, 0, 20});
  joined.join(run_chunk(plan, {0, 20, 30}));
  BOOST_CHECK(joined == run_chunk(plan, {0, 0, 50}));
  BOOST_CHECK(joined != run_chunk(plan, {0, 1, 50}));
}

BOOST_AUTO_TEST_CASE(rank_one_change_has_its_closed_forms) {
  Rng rng = trial_rng(seed, 2);
  // p = 1: B = 0 and the sum is J itself.
  const RankOneChange sure = rank_one_change(30, 1.0, rng);
  BOOST_CHECK_SMALL(sure.top_sine, 1e-10);
  BOOST_CHECK_SMALL(sure.shift, 1e-10);
  // To second order sin^2 = (1-p)/(pn), and the eigenvalue moves by 1-p.
  constexpr std::size_t n = 300;
  constexpr double p = 0.4;
  constexpr int trials = 20;
  double sine = 0.0, shift = 0.0;
  for (int t = 0; t < trials; ++t) {
    const RankOneChange change = rank_one_change(n, p, rng);
    sine += change.top_sine / trials;
    shift += change.shift / trials;
    BOOST_CHECK_GT(change.bulk_sine, 0.1);
    BOOST_CHECK_LT(change.bulk_sine, 0.9);
  }
  BOOST_CHECK_CLOSE(sine, std::sqrt((1.0 - p) / (p * n)), 5.0);
  // One trial deviates by sqrt(2 p (1-p)).
  BOOST_CHECK_SMALL(shift - (1.0 - p), 4.0 * std::sqrt(2.0 * p * (1.0 - p) / trials));
  BOOST_CHECK_EQUAL(rank_one_change(1, 0.5, rng).bulk_sine, 0.0);
  BOOST_CHECK_THROW((void)rank_one_change(0, 0.5, rng), ArgumentError);
}
