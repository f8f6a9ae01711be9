#define BOOST_TEST_MODULE proportion
#include "study/proportion.hpp"

#include <canon/error.hpp>
#include <canon/random.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace canon;
using namespace canon::lab;

namespace {

constexpr std::uint64_t seed = 7;

void check(const Interval& interval, double low, double high) {
  BOOST_CHECK_SMALL(interval.low - low, 5e-5);
  BOOST_CHECK_SMALL(interval.high - high, 5e-5);
}

} // namespace

BOOST_AUTO_TEST_CASE(clopper_pearson_has_its_known_values) {
  // Newcombe 1998, table I.
  check(clopper_pearson(81, 263), 0.2527, 0.3676);
  check(clopper_pearson(15, 148), 0.0578, 0.1617);
  check(clopper_pearson(0, 20), 0.0, 0.1684);
  check(clopper_pearson(1, 29), 0.0009, 0.1776);
}

BOOST_AUTO_TEST_CASE(ends_are_in_closed_form) {
  for (double n : {1.0, 5.0, 1000.0}) {
    // Without a hit: (1 - high)^n = 2.5 %.
    const Interval none = clopper_pearson(0, n);
    BOOST_CHECK_EQUAL(none.low, 0.0);
    BOOST_CHECK_CLOSE(none.high, 1.0 - std::pow(0.025, 1.0 / n), 1e-8);
    const Interval all = clopper_pearson(n, n);
    BOOST_CHECK_EQUAL(all.high, 1.0);
    BOOST_CHECK_CLOSE(all.low, std::pow(0.025, 1.0 / n), 1e-8);
  }
  BOOST_CHECK(clopper_pearson(0, 0) == (Interval{0.0, 1.0}));
  BOOST_CHECK_THROW((void)clopper_pearson(3, 2), ArgumentError);
  BOOST_CHECK_THROW((void)clopper_pearson(-1, 2), ArgumentError);
  BOOST_CHECK_THROW((void)clopper_pearson(1, 2, 1.0), ArgumentError);
}

BOOST_AUTO_TEST_CASE(exact_interval_covers_at_least_its_confidence) {
  constexpr int runs = 4000, trials = 40;
  for (double share : {0.02, 0.3, 0.9}) {
    Rng rng = trial_rng(seed, 0);
    int covered = 0;
    for (int run = 0; run < runs; ++run) {
      int hits = 0;
      for (int t = 0; t < trials; ++t)
        hits += uniform01(rng) < share ? 1 : 0;
      const Interval interval = clopper_pearson(hits, trials);
      covered += interval.low <= share && share <= interval.high ? 1 : 0;
    }
    // Three standard errors below 95 %.
    BOOST_CHECK_MESSAGE(covered >= runs * 0.94, "seed " << seed << ", share " << share << ": "
                                                        << covered << " of " << runs);
  }
}

BOOST_AUTO_TEST_CASE(clusters_count_as_what_they_are_worth) {
  // All units of a cluster alike: as good as one unit a cluster.
  ClusteredCount alike;
  for (int i = 0; i < 100; ++i)
    alike.add_cluster(10, i < 30 ? 10 : 0);
  BOOST_CHECK_CLOSE(alike.share(), 0.3, 1e-12);
  BOOST_CHECK_CLOSE(alike.design_effect(), 10.0 * 100.0 / 99.0, 1e-9);
  const Interval interval = alike.interval(), expected = clopper_pearson(29.7, 99.0);
  BOOST_CHECK_CLOSE(interval.low, expected.low, 1e-9);
  BOOST_CHECK_CLOSE(interval.high, expected.high, 1e-9);
  // Every cluster with the same share: never better than independent units.
  ClusteredCount even;
  for (int i = 0; i < 100; ++i)
    even.add_cluster(10, 3);
  BOOST_CHECK_EQUAL(even.design_effect(), 1.0);
  BOOST_CHECK(even.interval() == clopper_pearson(300, 1000));
  BOOST_CHECK(std::isnan(ClusteredCount().share()));
  ClusteredCount joined = alike;
  joined.join(even);
  BOOST_CHECK_EQUAL(joined.clusters, 200U);
  BOOST_CHECK_EQUAL(joined.hits, 600U);
}
