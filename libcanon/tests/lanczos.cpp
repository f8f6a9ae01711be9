// The sparse solver against the dense one, on graphs where one start vector sees too little.
#define BOOST_TEST_MODULE lanczos
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/pipeline.hpp>
#include <canon/spectrum.hpp>

#include <boost/test/unit_test.hpp>

using namespace canon;

namespace {

void check_against_dense(const std::string& name, const Graph& g, GraphOperator op, std::size_t k) {
  SpectrumOptions options;
  options.k = k;
  options.solver = Solver::lanczos;
  const Spectrum sparse = solve_spectrum(g, op, options);
  const Spectrum dense = solve_spectrum(g, op);
  BOOST_TEST_CONTEXT(name << ", " << canon::name(op) << ", k = " << k) {
    BOOST_REQUIRE_GE(sparse.eigenvalues.n_elem, std::min<std::size_t>(k, num_vertices(g)));
    BOOST_TEST(residual(sparse, sparse_operator(g, op)) < 1e-10);
    BOOST_TEST(orthonormality_error(sparse.vectors) < 1e-10);
    for (std::size_t s = 0; s < sparse.spaces.size(); ++s) {
      const Eigenspace &a = sparse.spaces[s], &b = dense.spaces[s];
      BOOST_REQUIRE_EQUAL(a.dimension, b.dimension);
      BOOST_TEST(std::abs(a.eigenvalue - b.eigenvalue) < 1e-10 * dense.scale);
      // The same space: every vector of one lies in the span of the other.
      const arma::mat u = sparse.vectors.cols(a.first, a.first + a.dimension - 1);
      const arma::mat v = dense.vectors.cols(b.first, b.first + b.dimension - 1);
      BOOST_TEST(arma::abs(u - v * (v.t() * u)).max() < 1e-6);
    }
  }
}

// Two BLAS threads that wait for each other on a busy machine cost more than they bring.
struct UseOneBlasThread {
  UseOneBlasThread() { use_one_blas_thread(); }
};

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(UseOneBlasThread);

BOOST_AUTO_TEST_CASE(multiple_eigenvalues_are_found_with_all_their_copies) {
  Rng rng = trial_rng(1, 0);
  const std::vector<std::pair<std::string, Graph>> graphs{
      {"hypercube", hypercube_graph(9)},
      {"torus-like rook graph", rook_graph(20, 20)},
      {"star", star_graph(400)},
      {"regular", random_regular(500, 4, rng)},
      {"tree", random_tree(600, rng)},
      {"weighted", with_random_weights(erdos_renyi(500, 0.02, rng), 0.5, 2.0, rng)},
      {"five equal cycles",
       [] {
         Graph g = cycle_graph(300);
         for (int i = 0; i < 4; ++i)
           g = disjoint_union(g, cycle_graph(300));
         return g;
       }()},
      {"sparse and in pieces", erdos_renyi(700, 0.002, rng)}};
  for (const auto& [name, g] : graphs)
    for (GraphOperator op :
         {GraphOperator::lazy_adjacency, GraphOperator::adjacency, GraphOperator::laplacian})
      for (std::size_t k : {1U, 5U, 16U})
        check_against_dense(name, g, op, k);
}

BOOST_AUTO_TEST_CASE(k_beyond_n_gives_all) {
  SpectrumOptions options;
  options.k = 500;
  options.solver = Solver::lanczos;
  const Spectrum s = solve_spectrum(path_graph(40), GraphOperator::lazy_adjacency, options);
  BOOST_TEST(s.eigenvalues.n_elem == 40U);
  BOOST_TEST(s.complete);
}

BOOST_AUTO_TEST_CASE(a_hundred_thousand_vertices) {
  Rng rng = trial_rng(2, 0);
  const Graph g = barabasi_albert(100000, 3, rng);
  SpectrumOptions options;
  options.k = 16;
  const Spectrum s = solve_spectrum(g, GraphOperator::lazy_adjacency, options);
  BOOST_TEST(s.eigenvalues.n_elem >= 16U);
  BOOST_TEST(!s.complete);
  BOOST_TEST(residual(s, sparse_operator(g, GraphOperator::lazy_adjacency)) < 1e-10);
}
