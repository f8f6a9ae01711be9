#define BOOST_TEST_MODULE spectrum
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/random_matrix.hpp>
#include <canon/spectrum.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <numbers>

using namespace canon;

namespace {

std::size_t columns_of(const Spectrum& s) {
  std::size_t total = 0;
  for (const Eigenspace& space : s.spaces) {
    BOOST_TEST(space.first == total);
    total += space.dimension;
  }
  return total;
}

void check_sound(const Spectrum& s, const Graph& g, GraphOperator op) {
  BOOST_TEST(columns_of(s) == s.eigenvalues.n_elem);
  BOOST_TEST(residual(s, dense_operator(g, op)) < 1e-12);
  BOOST_TEST(orthonormality_error(s.vectors) < 1e-12);
  for (std::size_t i = 1; i < s.spaces.size(); ++i)
    BOOST_TEST((s.spaces[i].eigenvalue < s.spaces[i - 1].eigenvalue) ==
               (eigenvalue_order(op) == EigenvalueOrder::descending));
}

} // namespace

BOOST_AUTO_TEST_CASE(every_operator_of_every_kind_of_graph) {
  Rng rng = trial_rng(1, 0);
  std::vector<Graph> graphs{Graph(1),
                            Graph(4),
                            path_graph(2),
                            star_graph(5),
                            cycle_graph(9),
                            disjoint_union(path_graph(3), Graph(2)),
                            erdos_renyi(40, 0.1, rng),
                            with_random_weights(erdos_renyi(30, 0.3, rng), 0.1, 5.0, rng),
                            make_graph(3, {{0, 0, 2.0}, {0, 1}, {1, 2, 0.5}})};
  for (const Graph& g : graphs)
    for (GraphOperator op : values<GraphOperator>()) {
      BOOST_TEST_CONTEXT(name(op) << ", n = " << num_vertices(g)) {
        const Spectrum s = solve_spectrum(g, op);
        BOOST_TEST(s.complete);
        BOOST_TEST(s.eigenvalues.n_elem == num_vertices(g));
        check_sound(s, g, op);
        BOOST_TEST(arma::abs(dense_operator(g, op) - arma::mat(sparse_operator(g, op))).max() ==
                   0.0);
      }
    }
}

BOOST_AUTO_TEST_CASE(closed_forms) {
  const double pi = std::numbers::pi;
  for (std::size_t n : {3U, 8U, 21U}) {
    const Spectrum s = solve_spectrum(cycle_graph(n), GraphOperator::laplacian);
    for (std::size_t j = 0; j < s.spaces.size(); ++j)
      BOOST_TEST(std::abs(s.spaces[j].eigenvalue -
                          (2.0 - 2.0 * std::cos(2.0 * pi * static_cast<double>(j) /
                                                static_cast<double>(n)))) < 1e-12);
  }
  const Spectrum cube = solve_spectrum(hypercube_graph(5), GraphOperator::adjacency);
  const std::vector<std::size_t> binomial{1, 5, 10, 10, 5, 1};
  BOOST_REQUIRE_EQUAL(cube.spaces.size(), binomial.size());
  for (std::size_t i = 0; i < binomial.size(); ++i) {
    BOOST_TEST(cube.spaces[i].dimension == binomial[i]);
    BOOST_TEST(std::abs(cube.spaces[i].eigenvalue - (5.0 - 2.0 * static_cast<double>(i))) < 1e-12);
  }
  // A loop counts once on the diagonal and once in the degree.
  const Graph loop = make_graph(2, {{0, 0, 1.0}, {0, 1, 1.0}});
  const arma::mat expected{{0.5, std::sqrt(0.5)}, {std::sqrt(0.5), 0.0}};
  BOOST_TEST(arma::abs(dense_operator(loop, GraphOperator::normalised_adjacency) - expected).max() <
             1e-15);
}

BOOST_AUTO_TEST_CASE(isolated_vertices_and_the_empty_graph) {
  BOOST_TEST(solve_spectrum(Graph{}, GraphOperator::lazy_adjacency).spaces.empty());
  const auto value = [](GraphOperator op) {
    return solve_spectrum(Graph(3), op).spaces.at(0).eigenvalue;
  };
  BOOST_TEST(value(GraphOperator::normalised_adjacency) == 0.0);
  BOOST_TEST(value(GraphOperator::lazy_adjacency) == 1.0);
  BOOST_TEST(value(GraphOperator::renormalised_adjacency) == 1.0);
  BOOST_TEST(value(GraphOperator::laplacian) == 0.0);
  BOOST_TEST(value(GraphOperator::normalised_laplacian) == 0.0);
}

BOOST_AUTO_TEST_CASE(eigenvalues_are_cut_by_gap_relative_to_their_scale) {
  const Tolerance tolerance;
  const auto dimensions = [&](const arma::vec& values, double scale) {
    std::vector<std::size_t> d;
    for (const Eigenspace& s : eigenspaces(values, scale, tolerance))
      d.push_back(s.dimension);
    return d;
  };
  using Dimensions = std::vector<std::size_t>;
  BOOST_TEST((dimensions({1.0, 1.0 - 0.5e-9, 0.0}, 1.0) == Dimensions{2, 1}));
  BOOST_TEST((dimensions({1.0, 1.0 - 2e-9, 0.0}, 1.0) == Dimensions{1, 1, 1}));
  // A chain of small steps is one space: no gap separates its ends.
  BOOST_TEST((dimensions({0.0, 0.8e-9, 1.6e-9, 2.4e-9}, 1.0) == Dimensions{4}));
  // The same matrix in other units has the same spaces.
  Rng rng = trial_rng(2, 0);
  const Graph g = with_random_weights(cycle_graph(12), 1.0, 1.5, rng);
  for (double unit : {1e-8, 1.0, 1e8}) {
    const Spectrum s = solve_spectrum(unit * dense_operator(g, GraphOperator::laplacian),
                                      EigenvalueOrder::ascending);
    BOOST_TEST(s.spaces.size() == solve_spectrum(g, GraphOperator::laplacian).spaces.size());
  }
  const Spectrum near =
      solve_spectrum(arma::diagmat(arma::vec{1.0, 1.0 - 3e-9, 0.0}), EigenvalueOrder::descending);
  // That there are two is plain; which two is not: the gap is few errors wide.
  BOOST_TEST(near.margin(near.spaces[0]).safety() > 1e4);
  BOOST_TEST(near.error(near.spaces[0]) > 0.5 * claim_deviation);
  BOOST_TEST(near.error(near.spaces[2]) < 1e-13);
}

BOOST_AUTO_TEST_CASE(bad_arguments) {
  BOOST_CHECK_THROW((void)solve_spectrum(arma::mat(2, 3), EigenvalueOrder::descending),
                    ArgumentError);
  arma::mat nan(2, 2, arma::fill::zeros);
  nan(0, 0) = std::numeric_limits<double>::quiet_NaN();
  BOOST_CHECK_THROW((void)solve_spectrum(nan, EigenvalueOrder::descending), ArgumentError);
  const Graph negative = make_graph(2, {{0, 1, -1.0}});
  BOOST_CHECK_THROW((void)solve_spectrum(negative, GraphOperator::lazy_adjacency), ArgumentError);
  BOOST_CHECK_NO_THROW((void)solve_spectrum(negative, GraphOperator::laplacian));
}

BOOST_AUTO_TEST_CASE(names_of_operators) {
  for (GraphOperator op : values<GraphOperator>())
    BOOST_TEST((parse<GraphOperator>(name(op)) == op));
  BOOST_TEST((parse<GraphOperator>("normalized_laplacian") == GraphOperator::normalised_laplacian));
  BOOST_TEST(!parse<GraphOperator>("laplace"));
}
