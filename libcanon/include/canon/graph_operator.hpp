#pragma once

#include <canon/export.hpp>
#include <canon/graph.hpp>
#include <canon/names.hpp>

#include <armadillo>

#include <string_view>

namespace canon CANON_API {

/// The symmetric matrices of a graph with adjacency matrix A (A_uv the weight, A_vv the weight of
/// a loop) and degrees d = A 1. An isolated vertex counts as degree 1 in D^-1/2.
enum class GraphOperator {
  adjacency,              ///< A
  normalised_adjacency,   ///< D^-1/2 A D^-1/2, eigenvalues in [-1, 1]
  lazy_adjacency,         ///< I + D^-1/2 A D^-1/2, eigenvalues in [0, 2]: the paper's, the default
  renormalised_adjacency, ///< D~^-1/2 (A + I) D~^-1/2 with D~ = D + I
  laplacian,              ///< D - A, positive semi-definite
  normalised_laplacian    ///< D^-1/2 (D - A) D^-1/2, eigenvalues in [0, 2]
};

[[nodiscard]] constexpr std::string_view name(GraphOperator value) {
  switch (value) {
  case GraphOperator::adjacency:
    return "adjacency";
  case GraphOperator::normalised_adjacency:
    return "normalised-adjacency";
  case GraphOperator::lazy_adjacency:
    return "lazy-adjacency";
  case GraphOperator::renormalised_adjacency:
    return "renormalised-adjacency";
  case GraphOperator::laplacian:
    return "laplacian";
  case GraphOperator::normalised_laplacian:
    return "normalised-laplacian";
  }
  return {};
}

/// In which order the eigenvalues of a matrix go from low to high frequency.
enum class EigenvalueOrder { descending, ascending };

/// Low frequencies are the large eigenvalues of the adjacency-like operators and the small ones of
/// the Laplacians.
[[nodiscard]] EigenvalueOrder eigenvalue_order(GraphOperator op);

/// n x n, exactly symmetric. The normalised ones throw ArgumentError where a degree is not
/// positive (weights of both signs); weights of any finite size are taken, for a common factor of
/// all weights cancels there (but for the 1 of the renormalised one). The others throw where the
/// weights at a vertex sum to more than a double holds.
[[nodiscard]] arma::mat dense_operator(const Graph& graph, GraphOperator op);
[[nodiscard]] arma::sp_mat sparse_operator(const Graph& graph, GraphOperator op);

} // namespace canon
