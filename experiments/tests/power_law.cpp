#define BOOST_TEST_MODULE power_law
#include "study/power_law.hpp"

#include <canon/random.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace canon;
using namespace canon::lab;

namespace {

constexpr std::uint64_t seed = 11;

std::vector<SharePoint> drawn(double factor, double exponent, int trials, Rng& rng) {
  std::vector<SharePoint> points;
  for (double n : {8.0, 16.0, 32.0, 64.0, 128.0}) {
    const double share = factor * std::pow(n, exponent);
    int hits = 0;
    for (int t = 0; t < trials; ++t)
      hits += uniform01(rng) < share ? 1 : 0;
    points.push_back({n, static_cast<double>(hits), static_cast<double>(trials)});
  }
  return points;
}

} // namespace

BOOST_AUTO_TEST_CASE(exact_power_laws_are_recovered) {
  for (double exponent : {-3.0, -0.5, 1.5}) {
    std::vector<LogPoint> points;
    for (double x : {2.0, 5.0, 11.0, 40.0})
      points.push_back({x, 3.0 * std::pow(x, exponent), 0.01 * x});
    const auto law = fit_power_law(points);
    BOOST_REQUIRE(law);
    BOOST_CHECK_CLOSE(law->exponent, exponent, 1e-8);
    BOOST_CHECK_CLOSE(law->intercept, std::log(3.0), 1e-8);
    BOOST_CHECK_SMALL(law->misfit, 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(error_of_two_points_is_in_closed_form) {
  // The slope is (log y2 - log y1) / log 2: its variance the sum of theirs over log^2 2.
  const auto law = fit_power_law({{1.0, 1.0, 0.3}, {2.0, 4.0, 0.4}});
  BOOST_REQUIRE(law);
  BOOST_CHECK_CLOSE(law->exponent, 2.0, 1e-10);
  BOOST_CHECK_CLOSE(law->error, 0.5 / std::log(2.0), 1e-10);
  BOOST_CHECK(std::isnan(law->misfit));
}

BOOST_AUTO_TEST_CASE(shares_that_are_a_power_give_it_back) {
  for (double exponent : {-2.0, -1.0, 0.0}) {
    std::vector<SharePoint> points;
    for (double n : {10.0, 20.0, 50.0, 100.0})
      points.push_back({n, 1e6 * 0.4 * std::pow(n / 10.0, exponent), 1e6});
    const auto law = fit_share_power_law(points);
    BOOST_REQUIRE(law);
    BOOST_CHECK_SMALL(law->exponent - exponent, 1e-6);
    BOOST_CHECK_SMALL(law->misfit, 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(fitted_error_is_that_of_repeated_draws) {
  // Rare: the last sizes often have no hit, and count all the same.
  constexpr double exponent = -2.5;
  constexpr int runs = 300;
  double sum = 0.0, squares = 0.0, errors = 0.0;
  for (int run = 0; run < runs; ++run) {
    Rng rng = trial_rng(seed, static_cast<std::uint64_t>(run));
    const auto law = fit_share_power_law(drawn(40.0, exponent, 400, rng));
    BOOST_REQUIRE(law);
    sum += law->exponent;
    squares += law->exponent * law->exponent;
    errors += law->error;
  }
  const double mean = sum / runs, deviation = std::sqrt(squares / runs - mean * mean);
  BOOST_CHECK_MESSAGE(std::abs(mean - exponent) < 0.1, "seed " << seed << ": mean " << mean);
  BOOST_CHECK_MESSAGE(std::abs(errors / runs / deviation - 1.0) < 0.3,
                      "seed " << seed << ": error " << errors / runs << ", deviation "
                              << deviation);
}

BOOST_AUTO_TEST_CASE(a_bend_shows_as_misfit) {
  std::vector<SharePoint> points;
  for (double n : {8.0, 16.0, 32.0, 64.0})
    points.push_back({n, std::round(1e4 * std::exp(-n / 8.0)), 1e4});
  const auto law = fit_share_power_law(points);
  BOOST_REQUIRE(law);
  BOOST_CHECK_GT(law->misfit, 4.0);
}

BOOST_AUTO_TEST_CASE(nothing_to_fit_is_said) {
  BOOST_CHECK(!fit_power_law({}));
  BOOST_CHECK(!fit_power_law({{2.0, 1.0, 0.1}, {2.0, 3.0, 0.1}}));
  BOOST_CHECK(!fit_share_power_law({{8.0, 0.0, 100.0}, {16.0, 0.0, 100.0}}));
  BOOST_CHECK(!fit_share_power_law({{8.0, 100.0, 100.0}, {16.0, 100.0, 100.0}}));
  BOOST_CHECK(!fit_share_power_law({{8.0, 5.0, 100.0}, {16.0, 0.0, 0.0}}));
}
