#define BOOST_TEST_MODULE random_matrix
#include <canon/error.hpp>
#include <canon/random_matrix.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>

using namespace canon;

namespace {

constexpr std::uint64_t seed = 20;
constexpr std::size_t n = 300;

bool is_symmetric(const arma::mat& m) {
  return arma::approx_equal(m, m.t(), "absdiff", 0.0);
}

// The independent entries off the diagonal.
arma::vec upper(const arma::mat& m) {
  return m(arma::trimatu_ind(arma::size(m), 1));
}

void check_mean(const arma::vec& x, double mean, double variance) {
  const double count = static_cast<double>(x.n_elem);
  BOOST_CHECK_MESSAGE(std::abs(arma::mean(x) - mean) <= 5.0 * std::sqrt(variance / count),
                      "seed " << seed << ": mean " << arma::mean(x) << ", expected " << mean);
}

} // namespace

BOOST_AUTO_TEST_CASE(goe_has_its_moments) {
  Rng rng = trial_rng(seed, 0);
  const arma::mat m = goe_matrix(n, rng);
  BOOST_CHECK(is_symmetric(m));
  const arma::vec off = upper(m);
  BOOST_CHECK_EQUAL(off.n_elem, n * (n - 1) / 2);
  check_mean(off, 0.0, 1.0);
  check_mean(arma::square(off), 1.0, 2.0);
  check_mean(m.diag(), 0.0, 2.0);
  check_mean(arma::square(m.diag()), 2.0, 8.0);
}

BOOST_AUTO_TEST_CASE(wigner_has_even_signs) {
  Rng rng = trial_rng(seed, 1);
  const arma::mat m = wigner_matrix(n, rng);
  BOOST_CHECK(is_symmetric(m));
  BOOST_CHECK(arma::all(arma::vectorise(arma::abs(m)) == 1.0));
  check_mean(upper(m), 0.0, 1.0);
  check_mean(m.diag(), 0.0, 1.0);
}

BOOST_AUTO_TEST_CASE(bernoulli_has_its_density) {
  Rng rng = trial_rng(seed, 2);
  for (double p : {0.0, 0.1, 0.5, 1.0}) {
    const arma::mat m = bernoulli_matrix(n, p, rng);
    BOOST_CHECK(is_symmetric(m));
    BOOST_CHECK(arma::all(arma::vectorise(m) == 0.0 || arma::vectorise(m) == 1.0));
    check_mean(upper(m), p, p * (1.0 - p));
    check_mean(m.diag(), p, p * (1.0 - p));
  }
  for (double p : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()})
    BOOST_CHECK_THROW((void)bernoulli_matrix(3, p, rng), DimensionError);
}

BOOST_AUTO_TEST_CASE(matrices_repeat_for_a_seed_and_may_be_empty) {
  Rng a = trial_rng(seed, 3);
  Rng b = trial_rng(seed, 3);
  BOOST_CHECK(arma::approx_equal(goe_matrix(5, a), goe_matrix(5, b), "absdiff", 0.0));
  BOOST_CHECK(goe_matrix(0, a).is_empty());
  BOOST_CHECK(wigner_matrix(0, a).is_empty());
}
