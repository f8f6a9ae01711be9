// Sparse factors of shifted matrices: solutions, inertia and its error bound.
#define BOOST_TEST_MODULE ldlt
#include "spectrum/ldlt.hpp"

#include "spectrum/elimination_order.hpp"

#include <canon/generate.hpp>
#include <canon/graph_operator.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace canon;

namespace {

std::vector<arma::uword> order_of(const arma::sp_mat& matrix) {
  const auto order = elimination_order(matrix, 100'000'000);
  BOOST_REQUIRE(order.has_value());
  std::vector<arma::uword> sorted = *order;
  std::sort(sorted.begin(), sorted.end());
  BOOST_REQUIRE_EQUAL(sorted.size(), matrix.n_rows);
  for (arma::uword i = 0; i < sorted.size(); ++i)
    BOOST_REQUIRE_EQUAL(sorted[i], i);
  return *order;
}

void check(const std::string& name, const Graph& g, GraphOperator op) {
  BOOST_TEST_CONTEXT(name << ", " << canon::name(op)) {
    const arma::sp_mat matrix = sparse_operator(g, op);
    const arma::vec values = arma::eig_sym(arma::mat(matrix));
    SparseLdlt factors(matrix, order_of(matrix));
    const arma::uword n = matrix.n_rows;
    Rng rng = trial_rng(3, n);
    for (const double at : {0.1, 0.37, 0.47, 0.83, 1.1}) {
      const double shift = values.front() + at * (values.back() - values.front());
      const double distance = arma::abs(values - shift).min();
      if (distance < 1e-6) continue; // an eigenvalue: no inertia to speak of
      BOOST_REQUIRE(factors.factor(shift));
      if (factors.error() < distance) BOOST_TEST(factors.positive() == arma::accu(values > shift));
      arma::vec b(n);
      for (double& x : b)
        x = normal(rng);
      arma::vec x = b;
      factors.solve(x.memptr());
      const arma::vec r = matrix * x - shift * x - b;
      BOOST_TEST(arma::norm(r) <= 10.0 * factors.error() * arma::norm(x) + 1e-13);
    }
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(inertia_and_solutions_of_every_operator) {
  Rng rng = trial_rng(4, 0);
  const std::vector<std::pair<std::string, Graph>> graphs{
      {"path", path_graph(60)},
      {"cycle", cycle_graph(41)},
      {"grid", grid_graph(7, 9)},
      {"tree", random_tree(80, rng)},
      {"star", star_graph(200)},
      {"dense", erdos_renyi(30, 0.5, rng)},
      {"pieces", erdos_renyi(60, 0.03, rng)},
      {"weighted", with_random_weights(grid_graph(6, 6), 0.1, 3.0, rng)}};
  for (const auto& [name, g] : graphs)
    for (const GraphOperator op : values<GraphOperator>())
      check(name, g, op);
}

BOOST_AUTO_TEST_CASE(counts_on_a_long_path_are_those_of_the_closed_form) {
  const std::size_t n = 50000;
  const arma::sp_mat matrix = sparse_operator(path_graph(n), GraphOperator::adjacency);
  SparseLdlt factors(matrix, order_of(matrix));
  for (const std::size_t j : {1U, 2U, 17U, 20000U}) {
    // Eigenvalues 2 cos(pi i / (n + 1)): the shift lies between the jth and the next.
    const double shift = 2.0 * std::cos(std::numbers::pi * (static_cast<double>(j) + 0.5) /
                                        static_cast<double>(n + 1));
    BOOST_REQUIRE(factors.factor(shift));
    BOOST_TEST(factors.positive() == j);
  }
}

BOOST_AUTO_TEST_CASE(a_vanishing_pivot_is_refused) {
  const arma::sp_mat matrix = sparse_operator(path_graph(2), GraphOperator::adjacency);
  SparseLdlt factors(matrix, order_of(matrix));
  BOOST_TEST(!factors.factor(0.0));
  BOOST_TEST(factors.factor(0.5));
  BOOST_TEST(factors.positive() == 1U);
}

BOOST_AUTO_TEST_CASE(orders_without_fill_and_orders_that_cost_too_much) {
  Rng rng = trial_rng(5, 0);
  const auto work = [](const Graph& g) { return 20 * num_vertices(g) + 1000; };
  const auto order = [](const Graph& g, std::size_t limit) {
    return elimination_order(sparse_operator(g, GraphOperator::laplacian), limit);
  };
  // A hub must not cost its degree for each leaf.
  for (const Graph& g : {star_graph(100000), path_graph(100000), random_tree(100000, rng)})
    BOOST_TEST(order(g, work(g)).has_value());
  BOOST_TEST(!order(random_regular(2000, 4, rng), 1'000'000).has_value());
}
