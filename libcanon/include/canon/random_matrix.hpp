#pragma once

#include <canon/export.hpp>
#include <canon/random.hpp>

#include <armadillo>

#include <cstddef>

namespace canon CANON_API {

// Symmetric n x n random matrices; the entries on and above the diagonal are independent.

/// Gaussian orthogonal ensemble: N(0,1) off the diagonal, N(0,2) on it.
[[nodiscard]] arma::mat goe_matrix(std::size_t n, Rng& rng);
/// Entries +1 or -1 with equal probability, diagonal included.
[[nodiscard]] arma::mat wigner_matrix(std::size_t n, Rng& rng);
/// Entries 0 or +-sqrt(3) with probabilities 2/3 and 1/6 each, times sqrt(2) on the diagonal: a
/// discrete Wigner matrix whose first four moments are those of the GOE.
[[nodiscard]] arma::mat four_moment_matrix(std::size_t n, Rng& rng);
/// Entries 1 with probability p and 0 otherwise, diagonal included. Throws ArgumentError unless
/// 0 <= p <= 1.
[[nodiscard]] arma::mat bernoulli_matrix(std::size_t n, double p, Rng& rng);
/// The same draws about their mean: entries 1-p with probability p and -p otherwise, so that
/// bernoulli_matrix from an equal generator is this plus p times the matrix of ones.
[[nodiscard]] arma::mat symmetric_bernoulli_matrix(std::size_t n, double p, Rng& rng);

// Adjacency matrices of the random graphs of generate.hpp, by the same draws: a dense graph's lists
// take longer to build than its matrix.

/// Of erdos_renyi(n, p, rng, loops).
[[nodiscard]] arma::mat erdos_renyi_matrix(std::size_t n, double p, Rng& rng, bool loops = false);
/// Of with_random_weights for the graph that has the edges where the symmetric `adjacency` is not
/// 0.
[[nodiscard]] arma::mat with_random_weights(arma::mat adjacency, double low, double high, Rng& rng);

} // namespace canon
