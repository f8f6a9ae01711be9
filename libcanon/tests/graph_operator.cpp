#define BOOST_TEST_MODULE graph_operator
#include "certificate/plain_graph.hpp"
#include "io_test.hpp"

#include <canon/generate.hpp>
#include <canon/graph_operator.hpp>
#include <canon/spectrum.hpp>

#include <limits>

using namespace canon;
using namespace io_test;

namespace {

constexpr GraphOperator normalised[] = {GraphOperator::normalised_adjacency,
                                        GraphOperator::lazy_adjacency,
                                        GraphOperator::normalised_laplacian};

Graph scaled(const Graph& graph, double factor) {
  std::vector<Edge> edges = sorted_edges(graph);
  for (Edge& e : edges)
    e.weight *= factor;
  return make_graph(num_vertices(graph), edges);
}

double difference(const Graph& a, const Graph& b, GraphOperator op) {
  const arma::mat dense = dense_operator(a, op);
  BOOST_TEST(dense.is_finite());
  BOOST_TEST(arma::abs(dense - arma::mat(sparse_operator(a, op))).max() == 0.0);
  arma::mat plain; // what the checker of certificates writes down
  BOOST_TEST(plain_operator(plain_graph(a), op, plain));
  BOOST_TEST(arma::abs(dense - plain).max() < 1e-14);
  return arma::abs(dense - dense_operator(b, op)).max();
}

template <class Job>
std::string complaint(Job job) {
  try {
    job();
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "";
}

} // namespace

BOOST_AUTO_TEST_CASE(a_common_factor_of_all_weights_cancels) {
  Rng rng = trial_rng(1, 0);
  for (const Graph& graph :
       {star_graph(5), with_random_weights(erdos_renyi(20, 0.4, rng), 0.5, 1.0, rng),
        disjoint_union(make_graph(3, {{0, 0, 1.0}, {0, 1}, {1, 2, 0.5}}), Graph{2})})
    for (const GraphOperator op : normalised)
      // 2^-1050 leaves subnormal weights, of which equal ones keep their ratio.
      for (const double factor : {1.0, 3.0, 0x1p1000, 1.7e308, 0x1p-1000, 1e-300})
        BOOST_TEST_CONTEXT(name(op) << " times " << factor)
  BOOST_TEST(difference(scaled(graph, factor), graph, op) < 1e-15);
  for (const GraphOperator op : normalised)
    BOOST_TEST(difference(scaled(star_graph(5), std::numeric_limits<double>::denorm_min()),
                          star_graph(5), op) < 1e-15);
}

BOOST_AUTO_TEST_CASE(large_and_small_weights_in_one_graph) {
  // d = 1e-300, 1.7e308, 3.4e308, 1.7e308
  const Graph graph = make_graph(4, {{0, 1, 1e-300}, {1, 2, 1.7e308}, {2, 3, 1.7e308}});
  const Graph limit = make_graph(4, {{1, 2}, {2, 3}}); // but for vertex 0, whose entry is 1e-304
  BOOST_TEST(difference(graph, limit, GraphOperator::normalised_adjacency) < 1e-15);
  BOOST_TEST(dense_operator(graph, GraphOperator::normalised_adjacency)(0, 1) > 0.0);
}

BOOST_AUTO_TEST_CASE(the_renormalised_one_adds_1_whatever_the_degree) {
  const double huge = 1.7e308;
  const arma::mat m = dense_operator(scaled(path_graph(3), huge), // d = w, 2w, w
                                     GraphOperator::renormalised_adjacency);
  BOOST_TEST(std::abs(m(0, 1) - std::sqrt(0.5)) < 1e-15);
  BOOST_TEST(m(0, 0) < 1e-300);
  BOOST_TEST(difference(scaled(path_graph(3), huge), scaled(path_graph(3), 1e200),
                        GraphOperator::renormalised_adjacency) < 1e-15);
}

BOOST_AUTO_TEST_CASE(ordinary_weights_keep_their_bits) {
  Rng rng = trial_rng(2, 0);
  const Graph graph = with_random_weights(erdos_renyi(30, 0.3, rng), 0.1, 5.0, rng);
  std::vector<double> degree(30, 0.0);
  for (auto e : boost::make_iterator_range(edges(graph))) {
    degree[source(e, graph)] += graph[e].weight;
    degree[target(e, graph)] += graph[e].weight;
  }
  const arma::mat m = dense_operator(graph, GraphOperator::normalised_adjacency);
  for (const Edge& e : sorted_edges(graph))
    BOOST_TEST(m(e.u, e.v) ==
               e.weight * (1.0 / std::sqrt(degree[e.u]) * (1.0 / std::sqrt(degree[e.v]))));
}

BOOST_AUTO_TEST_CASE(what_overflows_is_refused) {
  const Graph graph = scaled(star_graph(5), 1.7e308);
  for (const GraphOperator op : {GraphOperator::adjacency, GraphOperator::laplacian}) {
    BOOST_TEST(complaint([&] {
                 (void)dense_operator(graph, op);
               }).starts_with("vertex 0: the weights of its edges overflow in "));
    BOOST_TEST(complaint([&] { (void)sparse_operator(graph, op); }) != "");
  }
  arma::mat plain;
  BOOST_TEST(!plain_operator(plain_graph(graph), GraphOperator::laplacian, plain));
  // A degree that cancels beside large weights: 1e308 / sqrt(1 * 1) is fine, 1e308 / 1e-300 is not.
  const Graph mixed = make_graph(3, {{0, 1, 1e308}, {0, 0, 1e-300}, {0, 2, -1e308}, {1, 2, 1e308}});
  BOOST_TEST(complaint([&] { (void)solve_spectrum(mixed, GraphOperator::lazy_adjacency); }) != "");
  const Graph negative = make_graph(2, {{0, 1, -1.7e308}, {0, 0, -1.7e308}});
  BOOST_TEST(complaint([&] {
               (void)dense_operator(negative, GraphOperator::lazy_adjacency);
             }).ends_with("a normalised operator needs degree > 0"));
}

BOOST_AUTO_TEST_CASE(equal_weights_give_the_unweighted_spectrum) {
  const std::filesystem::path path = repro("weights_1.7e308.el");
  if (path.empty()) return;
  const Graph graph = read_graphs(path).at(0).graph;
  for (const GraphOperator op : normalised) {
    const arma::vec found = solve_spectrum(graph, op).eigenvalues;
    const arma::vec right = solve_spectrum(scaled(graph, 1.0 / 1.7e308), op).eigenvalues;
    BOOST_TEST(arma::abs(found - right).max() < 1e-14);
  }
}
