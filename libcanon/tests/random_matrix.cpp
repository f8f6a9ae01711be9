#define BOOST_TEST_MODULE random_matrix
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/graph_operator.hpp>
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
    BOOST_CHECK_THROW((void)bernoulli_matrix(3, p, rng), ArgumentError);
}

BOOST_AUTO_TEST_CASE(four_moments_are_those_of_goe) {
  Rng rng = trial_rng(seed, 4);
  const arma::mat m = four_moment_matrix(n, rng);
  BOOST_CHECK(is_symmetric(m));
  const arma::vec off = upper(m);
  check_mean(off, 0.0, 1.0);
  check_mean(arma::square(off), 1.0, 2.0);
  check_mean(arma::pow(off, 3), 0.0, 9.0);
  check_mean(arma::pow(off, 4), 3.0, 18.0);
  check_mean(m.diag(), 0.0, 2.0);
  check_mean(arma::square(m.diag()), 2.0, 8.0);
}

BOOST_AUTO_TEST_CASE(symmetric_bernoulli_is_bernoulli_about_its_mean) {
  for (double p : {0.0, 0.1, 0.5, 1.0}) {
    Rng a = trial_rng(seed, 5);
    Rng b = trial_rng(seed, 5);
    const arma::mat centred = symmetric_bernoulli_matrix(n, p, a);
    BOOST_CHECK(is_symmetric(centred));
    BOOST_CHECK(arma::approx_equal(centred + p, bernoulli_matrix(n, p, b), "absdiff", 1e-15));
    check_mean(upper(centred), 0.0, p * (1.0 - p));
  }
  Rng rng = trial_rng(seed, 6);
  BOOST_CHECK_THROW((void)symmetric_bernoulli_matrix(3, 1.5, rng), ArgumentError);
}

BOOST_AUTO_TEST_CASE(matrices_of_random_graphs_are_those_of_the_graphs) {
  const auto same = [](const arma::mat& matrix, const Graph& graph) {
    return arma::approx_equal(matrix, dense_operator(graph, GraphOperator::adjacency), "absdiff",
                              0.0);
  };
  for (std::size_t size : {0, 1, 2, 40})
    for (double p : {0.0, 0.2, 1.0})
      for (bool loops : {false, true}) {
        Rng a = trial_rng(seed, 7);
        Rng b = trial_rng(seed, 7);
        const arma::mat matrix = erdos_renyi_matrix(size, p, a, loops);
        const Graph graph = erdos_renyi(size, p, b, loops);
        BOOST_CHECK(same(matrix, graph));
        BOOST_CHECK(same(with_random_weights(matrix, -1.0, 2.0, a),
                         with_random_weights(graph, -1.0, 2.0, b)));
      }
  Rng rng = trial_rng(seed, 8);
  BOOST_CHECK_THROW((void)erdos_renyi_matrix(3, -0.5, rng), ArgumentError);
  BOOST_CHECK_THROW((void)with_random_weights(arma::mat(2, 3), 0.0, 1.0, rng), ArgumentError);
  BOOST_CHECK_THROW((void)with_random_weights(arma::mat(2, 2), 1.0, 1.0, rng), ArgumentError);
}

BOOST_AUTO_TEST_CASE(matrices_repeat_for_a_seed_and_may_be_empty) {
  Rng a = trial_rng(seed, 3);
  Rng b = trial_rng(seed, 3);
  BOOST_CHECK(arma::approx_equal(goe_matrix(5, a), goe_matrix(5, b), "absdiff", 0.0));
  BOOST_CHECK(goe_matrix(0, a).is_empty());
  BOOST_CHECK(wigner_matrix(0, a).is_empty());
}
