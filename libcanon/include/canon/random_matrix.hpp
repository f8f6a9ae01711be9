#pragma once

#include <canon/random.hpp>

#include <armadillo>

#include <cstddef>

namespace canon {

// Symmetric n x n random matrices; the entries on and above the diagonal are independent.

/// Gaussian orthogonal ensemble: N(0,1) off the diagonal, N(0,2) on it.
[[nodiscard]] arma::mat goe_matrix(std::size_t n, Rng& rng);
/// Entries +1 or -1 with equal probability, diagonal included.
[[nodiscard]] arma::mat wigner_matrix(std::size_t n, Rng& rng);
/// Entries 1 with probability p and 0 otherwise, diagonal included. Throws DimensionError unless
/// 0 <= p <= 1.
[[nodiscard]] arma::mat bernoulli_matrix(std::size_t n, double p, Rng& rng);

} // namespace canon
