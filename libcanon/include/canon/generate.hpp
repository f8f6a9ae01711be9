#pragma once

#include <canon/graph.hpp>

#include <armadillo>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace canon {

/// Every random thing takes its generator as an argument; nothing global is ever seeded.
using Rng = std::mt19937_64;

/// An independent generator for trial `index` of a run seeded with `seed`: the same numbers
/// whatever the order or the thread in which the trials are made.
[[nodiscard]] Rng trial_rng(std::uint64_t seed, std::uint64_t index);

// Random graphs. All throw DimensionError for parameters outside their domain.
[[nodiscard]] Graph erdos_renyi(std::size_t n, double p, Rng& rng, bool loops = false);
[[nodiscard]] Graph random_regular(std::size_t n, std::size_t degree, Rng& rng);
[[nodiscard]] Graph barabasi_albert(std::size_t n, std::size_t edges_a_vertex, Rng& rng);
[[nodiscard]] Graph watts_strogatz(std::size_t n, std::size_t neighbours, double p, Rng& rng);
[[nodiscard]] Graph stochastic_block(const std::vector<std::size_t>& sizes, const arma::mat& p,
                                     Rng& rng);
[[nodiscard]] Graph random_tree(std::size_t n, Rng& rng); ///< uniform over labelled trees (Pruefer)
/// The same edges with independent weights, uniform in [low, high).
[[nodiscard]] Graph with_random_weights(const Graph& graph, double low, double high, Rng& rng);
[[nodiscard]] std::vector<Vertex> random_permutation(std::size_t n, Rng& rng);

// Named graphs.
[[nodiscard]] Graph path_graph(std::size_t n);
[[nodiscard]] Graph cycle_graph(std::size_t n);
[[nodiscard]] Graph grid_graph(std::size_t rows, std::size_t columns);
[[nodiscard]] Graph star_graph(std::size_t leaves); ///< K_1,leaves; vertex 0 is the centre
[[nodiscard]] Graph complete_graph(std::size_t n);
[[nodiscard]] Graph complete_bipartite_graph(std::size_t a, std::size_t b);
[[nodiscard]] Graph hypercube_graph(std::size_t dimension);
[[nodiscard]] Graph petersen_graph();
[[nodiscard]] Graph paley_graph(std::size_t q); ///< q a prime, q = 1 (mod 4)
[[nodiscard]] Graph rook_graph(std::size_t rows, std::size_t columns);
[[nodiscard]] Graph shrikhande_graph();
/// The Cai-Furer-Immerman pair over a connected base graph: colour refinement cannot tell the two
/// apart, and they are not isomorphic.
[[nodiscard]] std::pair<Graph, Graph> cfi_pair(const Graph& base);

// Symmetric random matrices.
[[nodiscard]] arma::mat goe_matrix(std::size_t n, Rng& rng); ///< N(0,1) off, N(0,2) on the diagonal
[[nodiscard]] arma::mat wigner_matrix(std::size_t n, Rng& rng); ///< +-1 entries, symmetric
[[nodiscard]] arma::mat bernoulli_matrix(std::size_t n, double p,
                                         Rng& rng); ///< 0/1, loops included

/// A family by its name on the command line ("erdos-renyi", "cycle", ...) with numeric parameters
/// by name ("n", "p", "d", ...). Unknown family, unknown or missing parameter: DimensionError that
/// lists what is expected.
struct Family {
  std::string name;
  std::vector<std::pair<std::string, std::string>> parameters; ///< name, meaning and default
  bool random = false;
};
[[nodiscard]] const std::vector<Family>& families();
/// Usually one graph; two for "cfi" (the pair).
[[nodiscard]] std::vector<Graph> generate_family(const std::string& family,
                                                 const std::map<std::string, double>& parameters,
                                                 Rng& rng);

} // namespace canon
