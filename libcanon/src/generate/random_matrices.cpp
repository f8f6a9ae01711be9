#include "base/require.hpp"

#include <canon/random_matrix.hpp>

#include <cmath>
#include <numbers>

namespace canon {

namespace {

template <typename Draw>
arma::mat symmetric(std::size_t n, Draw draw) {
  arma::mat result(n, n);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i <= j; ++i)
      result(i, j) = result(j, i) = draw(i == j);
  return result;
}

} // namespace

arma::mat goe_matrix(std::size_t n, Rng& rng) {
  return symmetric(
      n, [&](bool diagonal) { return diagonal ? std::numbers::sqrt2 * normal(rng) : normal(rng); });
}

arma::mat wigner_matrix(std::size_t n, Rng& rng) {
  return symmetric(n, [&](bool) { return uniform01(rng) < 0.5 ? -1.0 : 1.0; });
}

arma::mat four_moment_matrix(std::size_t n, Rng& rng) {
  return symmetric(n, [&](bool diagonal) {
    const std::uint64_t face = uniform_below(rng, 6);
    if (face > 1) return 0.0;
    const double size = diagonal ? std::sqrt(6.0) : std::numbers::sqrt3;
    return face == 0 ? size : -size;
  });
}

arma::mat bernoulli_matrix(std::size_t n, double p, Rng& rng) {
  require_probability(p, "bernoulli_matrix");
  return symmetric(n, [&](bool) { return uniform01(rng) < p ? 1.0 : 0.0; });
}

arma::mat symmetric_bernoulli_matrix(std::size_t n, double p, Rng& rng) {
  require_probability(p, "symmetric_bernoulli_matrix");
  return symmetric(n, [&](bool) { return uniform01(rng) < p ? 1.0 - p : -p; });
}

} // namespace canon
