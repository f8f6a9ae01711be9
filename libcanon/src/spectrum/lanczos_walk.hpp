#pragma once

#include <canon/random.hpp>

#include <armadillo>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace canon {

/// An orthonormal basis of a Krylov space and the operator compressed to it, a tridiagonal matrix.
struct LanczosWalk {
  arma::mat basis;         ///< n x steps
  arma::vec diagonal, off; ///< off.back() is the length of the step not taken

  [[nodiscard]] arma::mat tridiagonal() const {
    arma::mat t = arma::diagmat(diagonal);
    for (arma::uword i = 0; i + 1 < diagonal.n_elem; ++i)
      t(i, i + 1) = t(i + 1, i) = off[i];
    return t;
  }
};

/// Any start does; a fixed one gives the same answer every time.
inline arma::vec random_start(std::size_t n) {
  Rng rng = trial_rng(0, n);
  arma::vec start(n);
  for (double& x : start)
    x = normal(rng);
  return start;
}

/// Up to `steps` steps from `start`, fully reorthogonalised; fewer where the Krylov space is
/// invariant: few distinct eigenvalues. `apply` maps a vector to its image.
template <typename Apply>
LanczosWalk lanczos_walk(const Apply& apply, const arma::vec& start, std::size_t steps) {
  LanczosWalk walk{arma::mat(start.n_elem, steps), arma::vec(steps), arma::vec(steps)};
  walk.basis.col(0) = start / arma::norm(start);
  double largest = 0.0;
  std::size_t made = 0;
  for (;;) {
    arma::vec w = apply(walk.basis.unsafe_col(made));
    walk.diagonal[made] = arma::dot(w, walk.basis.col(made));
    w -= walk.diagonal[made] * walk.basis.col(made);
    if (made > 0) w -= walk.off[made - 1] * walk.basis.col(made - 1);
    const auto known = walk.basis.head_cols(made + 1);
    // Against rounding; the second pass only where the first had more than that to remove.
    for (int pass = 0; pass < 2; ++pass) {
      const arma::vec along = known.t() * w;
      w -= known * along;
      if (arma::norm(along) <= 1e-10 * arma::norm(w)) break;
    }
    const double length = arma::norm(w);
    walk.off[made] = length;
    largest = std::max({largest, std::abs(walk.diagonal[made]), length});
    if (++made == steps || length < 1e-12 * largest) break;
    walk.basis.col(made) = w / length;
  }
  walk.basis.resize(start.n_elem, made);
  walk.diagonal.resize(made);
  walk.off.resize(made);
  return walk;
}

} // namespace canon
