#pragma once

#include <canon/graph.hpp>
#include <canon/random.hpp>

#include <armadillo>

#include <cstddef>

namespace canon::lab {

// Random connected graphs with positive weights whose Laplacian has, next to the constant vector,
// an eigenvalue of a given multiplicity. All are perturbations of the complete graph: with N a
// symmetric matrix of norm 1 and N 1 = 0, the Laplacian n I - J - e N has the weights 1 + e N_uv >
// 0 for e < 1, and its lowest eigenvalues are 0 and n - e, the latter as often as N has the
// eigenvalue 1.

/// A generic one. n >= multiplicity + 2 and multiplicity >= 1, else ArgumentError.
[[nodiscard]] Graph degenerate_graph(std::size_t n, std::size_t multiplicity, Rng& rng);

/// One with that eigenspace: the columns of `frame`, which are orthonormal, sum to zero
/// (dataset/tight_frame.hpp) and are at least two fewer than rows, else ArgumentError.
[[nodiscard]] Graph degenerate_graph_of(const arma::mat& frame, Rng& rng);

/// One that looks the same from every vertex. Its vertices are the 2^d d matrices that shift the
/// coordinates of R^d cyclically and change signs, d = multiplicity; the row of matrix g in the
/// eigenspace is g v for a random vector v. All rows have the same length: no rule that only looks
/// at lengths tells vertices, or two such graphs, apart. 2 <= multiplicity <= 6, else
/// ArgumentError.
[[nodiscard]] Graph transitive_degenerate_graph(std::size_t multiplicity, Rng& rng);
[[nodiscard]] std::size_t transitive_degenerate_size(std::size_t multiplicity);

/// What is true of the Laplacian's first eigenspace after the constant vector.
struct DegenerateCheck {
  bool connected = false;
  bool positive = false; ///< all weights
  std::size_t multiplicity = 0;
  double gap = 0.0; ///< to the nearest other eigenvalue
};
[[nodiscard]] DegenerateCheck check_degenerate(const Graph& graph);

} // namespace canon::lab
