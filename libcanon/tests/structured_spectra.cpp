// Large graphs whose spectra are known: closed forms, twins, copies; and small ones against LAPACK.
#define BOOST_TEST_MODULE structured_spectra
#include <canon/encoding.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/pipeline.hpp>
#include <canon/spectrum.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <numbers>

using namespace canon;

namespace {

struct UseOneBlasThread {
  UseOneBlasThread() { use_one_blas_thread(); }
};

Spectrum leading(const Graph& g, GraphOperator op, std::size_t k, bool partial = false) {
  SpectrumOptions options;
  options.k = k;
  options.solver = Solver::lanczos;
  options.partial = partial;
  return solve_spectrum(g, op, options);
}

void check_sound(const Spectrum& s, const Graph& g, GraphOperator op, double error = 1e-13) {
  BOOST_TEST(residual(s, sparse_operator(g, op)) < error);
  BOOST_TEST(orthonormality_error(s.vectors) < 1e-12);
  BOOST_TEST(s.backward_error >= residual(s, sparse_operator(g, op)));
  std::size_t next = 0;
  for (const Eigenspace& space : s.spaces) {
    BOOST_TEST(space.first == next);
    next += space.held();
    BOOST_TEST((!space.partial() || &space == &s.spaces.back()));
  }
  BOOST_TEST(next == s.vectors.n_cols);
  BOOST_TEST(next == s.eigenvalues.n_elem);
}

void check_against_dense(const std::string& name, const Graph& g, std::size_t k) {
  for (const GraphOperator op : values<GraphOperator>())
    BOOST_TEST_CONTEXT(name << ", " << canon::name(op) << ", k = " << k) {
      const Spectrum s = leading(g, op, k), dense = solve_spectrum(g, op);
      check_sound(s, g, op);
      BOOST_REQUIRE_LE(s.spaces.size(), dense.spaces.size());
      BOOST_TEST(s.vectors.n_cols >= std::min<std::size_t>(k, num_vertices(g)));
      for (std::size_t i = 0; i < s.spaces.size(); ++i) {
        const Eigenspace &a = s.spaces[i], &b = dense.spaces[i];
        BOOST_REQUIRE_EQUAL(a.dimension, b.dimension);
        BOOST_TEST(std::abs(a.eigenvalue - b.eigenvalue) < 1e-12 * dense.scale);
        if (std::isfinite(b.gap)) BOOST_TEST(std::abs(a.gap - b.gap) < 1e-9 * dense.scale);
        const arma::mat u = s.vectors.cols(a.first, a.first + a.dimension - 1);
        const arma::mat v = dense.vectors.cols(b.first, b.first + b.dimension - 1);
        BOOST_TEST(arma::abs(u - v * (v.t() * u)).max() < 1e-9);
      }
    }
}

Graph copies(const Graph& g, std::size_t count, Rng* rng = nullptr) {
  Graph result;
  for (std::size_t i = 0; i < count; ++i)
    result = disjoint_union(
        result, rng == nullptr ? g : relabel(g, random_permutation(num_vertices(g), *rng)));
  return result;
}

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(UseOneBlasThread);

BOOST_AUTO_TEST_CASE(small_graphs_against_the_dense_solver) {
  Rng rng = trial_rng(21, 0);
  Graph loops = grid_graph(4, 5);
  add_edge(0, 0, EdgeProperty{2.0, 0}, loops);
  add_edge(7, 7, EdgeProperty{1.0, 0}, loops);
  const std::vector<std::pair<std::string, Graph>> graphs{
      {"isolated", Graph(12)},
      {"star", star_graph(30)},
      {"bipartite", complete_bipartite_graph(5, 9)},
      {"complete", complete_graph(14)},
      {"triangles", copies(complete_graph(3), 6)},
      {"loops", loops},
      {"relabelled trees and isolated vertices",
       disjoint_union(copies(random_tree(9, rng), 4, &rng), Graph(5))},
      {"weighted stars", copies(with_random_weights(star_graph(6), 0.5, 2.0, rng), 3)},
      {"sparse", erdos_renyi(60, 0.03, rng)}};
  for (const auto& [name, g] : graphs)
    for (const std::size_t k : {1U, 5U, 11U})
      check_against_dense(name, g, k);
}

BOOST_AUTO_TEST_CASE(middling_graphs_against_the_dense_solver) {
  Rng rng = trial_rng(22, 0);
  const std::vector<std::pair<std::string, Graph>> graphs{
      {"path", path_graph(400)},
      {"cycle", cycle_graph(401)},
      {"square grid", grid_graph(20, 20)},
      {"tree", random_tree(500, rng)},
      {"weighted tree", with_random_weights(random_tree(400, rng), 0.5, 2.0, rng)},
      {"cubic", random_regular(300, 3, rng)},
      {"spider", [] {
         std::vector<Edge> legs;
         for (Vertex i = 0; i < 150; ++i) {
           legs.push_back({0, 1 + 2 * i});
           legs.push_back({1 + 2 * i, 2 + 2 * i});
         }
         return make_graph(301, legs);
       }()}};
  for (const auto& [name, g] : graphs)
    check_against_dense(name, g, 7);
}

BOOST_AUTO_TEST_CASE(isolated_vertices_are_one_space) {
  const Graph g(10000);
  for (const GraphOperator op : values<GraphOperator>()) {
    const Spectrum s = leading(g, op, 8, true);
    check_sound(s, g, op);
    BOOST_REQUIRE_EQUAL(s.spaces.size(), 1U);
    BOOST_TEST(s.spaces[0].dimension == 10000U);
    BOOST_TEST(s.spaces[0].held() == 8U);
    BOOST_TEST(s.spaces[0].partial());
    BOOST_TEST(!s.complete);
  }
}

BOOST_AUTO_TEST_CASE(a_star_of_a_hundred_thousand) {
  const std::size_t n = 100000;
  const Graph g = star_graph(n); // of n vertices, or with n leaves
  const std::size_t leaves = num_vertices(g) - 1;
  const Spectrum s = leading(g, GraphOperator::lazy_adjacency, 8, true);
  check_sound(s, g, GraphOperator::lazy_adjacency);
  BOOST_REQUIRE_EQUAL(s.spaces.size(), 2U);
  BOOST_TEST(std::abs(s.spaces[0].eigenvalue - 2.0) < 1e-12);
  BOOST_TEST(std::abs(s.spaces[1].eigenvalue - 1.0) < 1e-12);
  BOOST_TEST(s.spaces[1].dimension == leaves - 1);
  BOOST_TEST(s.spaces[1].held() == 7U);
  BOOST_TEST(std::abs(s.spaces[1].gap - 1.0) < 1e-12);
  const Spectrum l = leading(g, GraphOperator::laplacian, 8, true);
  BOOST_REQUIRE_EQUAL(l.spaces.size(), 2U);
  BOOST_TEST(std::abs(l.spaces[0].eigenvalue) < 1e-7);
  BOOST_TEST(std::abs(l.spaces[1].eigenvalue - 1.0) < 1e-12);
  // Whole spaces only, unless a part is allowed.
  BOOST_CHECK_THROW((void)leading(g, GraphOperator::lazy_adjacency, 8), SolverError);
}

BOOST_AUTO_TEST_CASE(labels_can_make_a_large_space_settle) {
  // As many labels as vertices: no two can be exchanged, so that nothing may be left out.
  Graph g(5000);
  for (Vertex v = 0; v < 5000; ++v)
    g[v].label = static_cast<std::int64_t>(v);
  BOOST_TEST(!leading(g, GraphOperator::laplacian, 3, true).spaces.back().partial());
}

BOOST_AUTO_TEST_CASE(long_paths_and_cycles) {
  const double pi = std::numbers::pi;
  for (const std::size_t n : {4000U, 30000U}) {
    const Graph path = path_graph(n), cycle = cycle_graph(n);
    const Spectrum p = leading(path, GraphOperator::laplacian, 8);
    check_sound(p, path, GraphOperator::laplacian);
    for (std::size_t j = 0; j < 8; ++j)
      BOOST_TEST(std::abs(p.eigenvalues[j] - 4.0 * std::pow(std::sin(pi * static_cast<double>(j) /
                                                                     static_cast<double>(2 * n)),
                                                            2)) < 1e-14);
    const Spectrum c = leading(cycle, GraphOperator::adjacency, 9);
    check_sound(c, cycle, GraphOperator::adjacency);
    for (std::size_t j = 0; j < 9; ++j)
      BOOST_TEST(
          std::abs(c.eigenvalues[j] - 2.0 * std::cos(2.0 * pi * static_cast<double>((j + 1) / 2) /
                                                     static_cast<double>(n))) < 1e-13);
  }
  // Every vector of a path is symmetric or antisymmetric.
  const Spectrum s = leading(path_graph(4000), GraphOperator::lazy_adjacency, 12);
  for (const Eigenspace& space : s.spaces)
    if (space.dimension == 1) {
      const arma::vec u = s.vectors.col(space.first);
      const arma::vec mirrored = arma::reverse(u);
      BOOST_TEST(std::min(arma::norm(u - mirrored), arma::norm(u + mirrored)) < 1e-7);
    }
}

BOOST_AUTO_TEST_CASE(spaces_hardly_wider_apart_than_the_tolerance_promise_nothing) {
  const Graph g = path_graph(100000);
  const Spectrum s = leading(g, GraphOperator::lazy_adjacency, 8);
  check_sound(s, g, GraphOperator::lazy_adjacency);
  for (const Eigenspace& space : s.spaces) {
    BOOST_TEST(s.margin(space).safety() > 1.0); // where the spaces are cut is certain
    BOOST_TEST(s.error(space) > 0.5 * claim_deviation);
  }
}

BOOST_AUTO_TEST_CASE(a_partial_space_is_not_settled) {
  EncodingOptions options;
  for (Level level : {Level::map, Level::joint, Level::orbit, Level::label}) {
    options.canonize.level = level;
    for (const Graph& g : {Graph(10'000), star_graph(10'000)}) {
      const Encoding e = encode(g, options);
      BOOST_TEST(e.features.n_cols == 8U);
      BOOST_TEST(e.cut);
      BOOST_TEST(e.settled.back() == Guarantee::none);
      // At level label the space itself is what is too large, not the graph's symmetry.
      BOOST_TEST((e.safety >= 1.0) == (level != Level::label));
    }
  }
}

BOOST_AUTO_TEST_CASE(rectangles_and_equal_trees) {
  const double pi = std::numbers::pi;
  const Graph grid = grid_graph(60, 61);
  const Spectrum s = leading(grid, GraphOperator::adjacency, 6);
  check_sound(s, grid, GraphOperator::adjacency);
  const double second = 2.0 * std::cos(pi / 61.0) + 2.0 * std::cos(2.0 * pi / 62.0);
  BOOST_TEST(std::abs(s.eigenvalues[0] - 2.0 * std::cos(pi / 61.0) - 2.0 * std::cos(pi / 62.0)) <
             1e-12);
  BOOST_TEST(std::abs(s.eigenvalues[1] - second) < 1e-12);

  Rng rng = trial_rng(23, 0);
  const Graph trees = copies(random_tree(300, rng), 12, &rng);
  const Spectrum t = leading(trees, GraphOperator::lazy_adjacency, 20);
  check_sound(t, trees, GraphOperator::lazy_adjacency);
  BOOST_TEST(t.spaces[0].dimension == 12U);
  BOOST_TEST(t.spaces[1].dimension == 12U);
  const Graph triangles = copies(complete_graph(3), 1000);
  const Spectrum many = leading(triangles, GraphOperator::lazy_adjacency, 8);
  check_sound(many, triangles, GraphOperator::lazy_adjacency);
  BOOST_TEST(many.spaces[0].dimension == 1000U);
}

BOOST_AUTO_TEST_CASE(a_space_too_large_is_refused_before_it_is_computed) {
  std::vector<Edge> legs;
  for (Vertex i = 0; i < 50000; ++i) {
    legs.push_back({0, 1 + 2 * i});
    legs.push_back({1 + 2 * i, 2 + 2 * i});
  }
  BOOST_CHECK_THROW((void)leading(make_graph(100001, legs), GraphOperator::lazy_adjacency, 8),
                    SolverError);
}
