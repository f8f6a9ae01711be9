#include "study/ensemble.hpp"

#include <canon/generate.hpp>
#include <canon/random_matrix.hpp>

namespace canon::lab {
namespace {

arma::mat matrix_of(const Graph& graph, const EnsembleOptions& options) {
  return dense_operator(graph, options.op);
}

arma::mat erdos_renyi_of(std::size_t n, double p, const EnsembleOptions& options, Rng& rng,
                         bool loops) {
  if (options.op == GraphOperator::adjacency) return erdos_renyi_matrix(n, p, rng, loops);
  return matrix_of(erdos_renyi(n, p, rng, loops), options);
}

arma::mat weighted_of(std::size_t n, double p, const EnsembleOptions& options, Rng& rng) {
  if (options.op == GraphOperator::adjacency)
    return with_random_weights(erdos_renyi_matrix(n, p, rng), 0.0, 1.0, rng);
  return matrix_of(with_random_weights(erdos_renyi(n, p, rng), 0.0, 1.0, rng), options);
}

std::vector<Ensemble> make_ensembles() {
  using Options = EnsembleOptions;
  return {
      {"goe", "goe", "Gaussian orthogonal ensemble", "", true,
       [](std::size_t n, double, const Options&, Rng& rng) { return goe_matrix(n, rng); }},
      {"wigner", "wigner", "Wigner matrix of entries +1 and -1", "", true,
       [](std::size_t n, double, const Options&, Rng& rng) { return wigner_matrix(n, rng); }},
      {"four-moment", "four-moment",
       "discrete Wigner matrix with the first four moments of the GOE", "", true,
       [](std::size_t n, double, const Options&, Rng& rng) { return four_moment_matrix(n, rng); }},
      {"bernoulli", "bernoulli", "symmetric Bernoulli matrix Bₙ(p), of mean 0", "of an entry 1-p",
       true,
       [](std::size_t n, double p, const Options&, Rng& rng) {
         return symmetric_bernoulli_matrix(n, p, rng);
       }},
      {"erdos-renyi", "er", "Erdős–Rényi graph G(n,p)", "of an edge", false,
       [](std::size_t n, double p, const Options& options, Rng& rng) {
         return erdos_renyi_of(n, p, options, rng, false);
       }},
      {"erdos-renyi-loops", "er-loops", "Erdős–Rényi graph with loops", "of an edge", false,
       [](std::size_t n, double p, const Options& options, Rng& rng) {
         return erdos_renyi_of(n, p, options, rng, true);
       }},
      {"erdos-renyi-weighted", "weighted", "Erdős–Rényi graph with weights uniform in (0,1)",
       "of an edge", false, weighted_of},
      {"random-regular", "regular", "random regular graph", "", false,
       [](std::size_t n, double, const Options& options, Rng& rng) {
         return matrix_of(random_regular(n, options.degree, rng), options);
       }},
      {"barabasi-albert", "barabasi-albert", "preferential attachment", "", false,
       [](std::size_t n, double, const Options& options, Rng& rng) {
         return matrix_of(barabasi_albert(n, options.edges_per_vertex, rng), options);
       }},
      {"watts-strogatz", "watts-strogatz", "small world", "of moving an edge", false,
       [](std::size_t n, double p, const Options& options, Rng& rng) {
         return matrix_of(watts_strogatz(n, options.neighbours, p, rng), options);
       }},
      {"random-tree", "tree", "uniform labelled tree", "", false,
       [](std::size_t n, double, const Options& options, Rng& rng) {
         return matrix_of(random_tree(n, rng), options);
       }},
  };
}

} // namespace

const std::vector<Ensemble>& all_ensembles() {
  static const std::vector<Ensemble> ensembles = make_ensembles();
  return ensembles;
}

const Ensemble* ensemble_by_name(std::string_view name) {
  for (const Ensemble& ensemble : all_ensembles())
    if (ensemble.name == name) return &ensemble;
  return nullptr;
}

} // namespace canon::lab
