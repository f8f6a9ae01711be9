// What a researcher brings along: a matrix, a sign rule, an order of axes.
#define BOOST_TEST_MODULE own_rules
#include <canon/canon.hpp>

#include <boost/test/unit_test.hpp>

#include <numeric>

using namespace canon;

namespace {

/// The signless Laplacian D + A, an operator that the library does not have.
arma::sp_mat signless_laplacian(const Graph& graph) {
  const arma::sp_mat a = sparse_operator(graph, GraphOperator::adjacency);
  const arma::sp_mat l = sparse_operator(graph, GraphOperator::laplacian);
  return l + 2.0 * a;
}

CanonizeOptions at_level(Level level) {
  CanonizeOptions options;
  options.level = level;
  return options;
}

/// The largest difference between canonical columns of two copies of a graph.
double deviation(const Spectrum& a, const Spectrum& b, const std::vector<Vertex>& place) {
  double worst = 0.0;
  for (arma::uword j = 0; j < a.vectors.n_cols; ++j)
    for (Vertex v = 0; v < place.size(); ++v)
      worst = std::max(worst, std::abs(a.vectors(v, j) - b.vectors(place[v], j)));
  return worst;
}

double cubes(std::span<const double> u) {
  double sum = 0.0;
  for (const double x : u)
    sum += x * x * x;
  return sum;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_sparse_matrix_by_every_solver) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng = trial_rng(11, seed);
    const Graph graph = erdos_renyi(60, 0.1, rng);
    const arma::sp_mat matrix = signless_laplacian(graph);
    const Spectrum dense = solve_spectrum(arma::mat(matrix), EigenvalueOrder::descending);
    for (const Solver solver : {Solver::automatic, Solver::dense, Solver::mrrr, Solver::lanczos})
      for (const EigenvalueOrder order :
           {EigenvalueOrder::descending, EigenvalueOrder::ascending}) {
        const Spectrum s = solve_spectrum(matrix, order, {.k = 5, .solver = solver});
        BOOST_TEST_CONTEXT("seed " << seed << ", " << solver) {
          BOOST_TEST(residual(s, matrix) < 1e-10);
          BOOST_TEST(orthonormality_error(s.vectors) < 1e-10);
          for (arma::uword j = 0; j < 5; ++j) {
            const arma::uword i =
                order == EigenvalueOrder::descending ? j : dense.eigenvalues.n_elem - 1 - j;
            BOOST_TEST(std::abs(s.eigenvalues[j] - dense.eigenvalues[i]) < 1e-9);
          }
        }
      }
  }
}

BOOST_AUTO_TEST_CASE(all_levels_for_a_matrix_of_ones_own) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng = trial_rng(12, seed);
    const Graph graph = random_regular(12, 3, rng);
    const std::vector<Vertex> place = random_permutation(12, rng);
    const Graph copy = relabel(graph, place);
    for (const Level level : {Level::map, Level::joint, Level::orbit, Level::label}) {
      Spectrum a = solve_spectrum(signless_laplacian(graph), EigenvalueOrder::descending);
      Spectrum b = solve_spectrum(signless_laplacian(copy), EigenvalueOrder::descending);
      const Canonization x = canonize(a, make_graph(signless_laplacian(graph)), at_level(level));
      const Canonization y = canonize(b, make_graph(signless_laplacian(copy)), at_level(level));
      BOOST_TEST_CONTEXT("seed " << seed << ", " << level)
      for (std::size_t s = 0; s < a.spaces.size(); ++s) {
        BOOST_TEST(x.outcomes[s].verdict == y.outcomes[s].verdict);
        if (x.outcomes[s].guarantee() != Guarantee::equivariant) continue;
        for (std::size_t j = a.spaces[s].first; j < a.spaces[s].first + a.spaces[s].dimension; ++j)
          for (Vertex v = 0; v < 12; ++v)
            BOOST_REQUIRE_SMALL(a.vectors(v, j) - b.vectors(place[v], j), 1e-7);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_symmetric_matrix_is_refused) {
  arma::mat skew(3, 3, arma::fill::eye);
  skew(0, 2) = 1e-3;
  BOOST_CHECK_EXCEPTION((void)solve_spectrum(skew, EigenvalueOrder::descending), ArgumentError,
                        [](const ArgumentError& error) {
                          return std::string(error.what()).find("expected a symmetric matrix") !=
                                 std::string::npos;
                        });
  BOOST_CHECK_THROW((void)solve_spectrum(arma::sp_mat(skew), EigenvalueOrder::descending),
                    ArgumentError);
  BOOST_CHECK_THROW((void)make_graph(arma::sp_mat(skew)), ArgumentError);
  BOOST_CHECK_THROW((void)make_graph(arma::sp_mat(2, 3)), ArgumentError);
  skew(2, 0) = skew(0, 2) * (1.0 + 1e-15); // what a normalisation leaves
  BOOST_CHECK_NO_THROW((void)solve_spectrum(skew, EigenvalueOrder::descending));
  BOOST_CHECK_THROW(
      (void)solve_spectrum(skew, EigenvalueOrder::descending, {.solver = Solver::lanczos}),
      ArgumentError);
  BOOST_TEST(solve_spectrum(arma::sp_mat(0, 0), EigenvalueOrder::ascending).spaces.empty());
}

BOOST_AUTO_TEST_CASE(graphs_from_matrices_and_ranges) {
  const Graph graph = make_graph(4, std::vector<std::pair<int, int>>{{0, 1}, {2, 1}});
  BOOST_TEST(same_graph(graph, make_graph(4, {{0, 1}, {1, 2}})));
  arma::sp_mat matrix(3, 3);
  matrix(0, 1) = matrix(1, 0) = 2.5;
  matrix(2, 2) = -1.0;
  BOOST_TEST(same_graph(make_graph(matrix), make_graph(3, {{0, 1, 2.5}, {2, 2, -1.0}})));
  BOOST_TEST(num_vertices(make_graph(arma::sp_mat(5, 5))) == 5U);
}

BOOST_AUTO_TEST_CASE(a_sign_rule_of_ones_own) {
  CanonizeOptions options;
  options.own_sign = std::make_shared<OwnSignRule>(OwnSignRule{cubes, 3.0});
  arma::vec u = {-0.8, 0.6, 0.0};
  const Outcome outcome = canonize_sign(u, options);
  BOOST_TEST(outcome.verdict == Verdict::unique);
  BOOST_TEST(u[0] == 0.8);
  arma::vec tied = {std::sqrt(0.5), -std::sqrt(0.5)};
  BOOST_TEST(canonize_sign(tied, options).verdict == Verdict::sign_undetermined);
  // The error of the vector enters through the Lipschitz constant.
  BOOST_TEST(canonize_sign(u, options, 0.2).margin.safety() < 1.0);
  options.own_sign = std::make_shared<OwnSignRule>(OwnSignRule{cubes, 0.0});
  BOOST_CHECK_THROW((void)canonize_sign(u, options), ArgumentError);
  options.own_sign =
      std::make_shared<OwnSignRule>(OwnSignRule{[](auto) { return std::nan(""); }, 1.0});
  BOOST_CHECK_THROW((void)canonize_sign(u, options), ArgumentError);
}

BOOST_AUTO_TEST_CASE(an_axis_order_of_ones_own) {
  const auto degrees_last = [](const Graph& graph) {
    std::vector<std::int64_t> priority;
    for (Vertex v = 0; v < num_vertices(graph); ++v)
      priority.push_back(-static_cast<std::int64_t>(out_degree(v, graph)));
    return priority;
  };
  CanonizeOptions options = at_level(Level::label);
  options.own_axis_order = std::make_shared<OwnAxisOrder>(OwnAxisOrder{degrees_last});
  // Up to automorphism: through the canonical labellings the copies agree.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng = trial_rng(13, seed);
    const Graph graph = disjoint_union(star_graph(3), cycle_graph(5));
    const std::vector<Vertex> place = random_permutation(num_vertices(graph), rng);
    const Graph copy = relabel(graph, place);
    Spectrum a = solve_spectrum(graph, GraphOperator::laplacian);
    Spectrum b = solve_spectrum(copy, GraphOperator::laplacian);
    const Canonization x = canonize(a, graph, options), y = canonize(b, copy, options);
    std::vector<Vertex> at(place.size()), map(place.size());
    for (Vertex v = 0; v < place.size(); ++v)
      at[y.symmetry->labelling[v]] = v;
    for (Vertex v = 0; v < place.size(); ++v)
      map[v] = at[x.symmetry->labelling[v]];
    BOOST_TEST_CONTEXT("seed " << seed)
    BOOST_TEST(deviation(a, b, map) < 1e-7);
  }
  // Leaves come first where the labelling alone would begin elsewhere: another form.
  const Graph star = star_graph(4);
  options.own_axis_order = std::make_shared<OwnAxisOrder>(
      OwnAxisOrder{[](const Graph&) { return std::vector<std::int64_t>{1}; }});
  Spectrum s = solve_spectrum(star, GraphOperator::laplacian);
  BOOST_CHECK_THROW((void)canonize(s, star, options), ArgumentError);
  BOOST_CHECK_THROW((void)certificate_line(certify(
                        star, GraphOperator::laplacian,
                        {.own_sign = std::make_shared<OwnSignRule>(OwnSignRule{cubes, 3.0})})),
                    ArgumentError);
}

BOOST_AUTO_TEST_CASE(claims_of_the_row_hash_hold) {
  CanonizeOptions options;
  options.axis_rule = AxisRule::row_hash;
  std::size_t claims = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng = trial_rng(14, seed);
    const Graph graph = erdos_renyi(16, 0.3, rng);
    const ClaimCheck check = verify_claims(graph, GraphOperator::lazy_adjacency, options, 3, seed);
    BOOST_TEST_CONTEXT("seed " << seed)
    BOOST_TEST(check.broken == 0U);
    claims += check.claims;
  }
  BOOST_TEST(claims > 0U);
  // It stands for level map alone.
  options.level = Level::joint;
  Spectrum s = solve_spectrum(path_graph(4), GraphOperator::laplacian);
  BOOST_CHECK_THROW((void)canonize(s, options), ArgumentError);
}
