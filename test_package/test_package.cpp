// The smallest consumer: it compiles against the installed headers, links, and runs.
#include <canon/graph.hpp>

#include <armadillo>

#include <cstdlib>
#include <iostream>

int main() {
  const canon::Graph path = canon::make_graph(3, {{0, 1}, {1, 2}});

  arma::mat adjacency(3, 3, arma::fill::zeros);
  for (const canon::Edge& edge : canon::sorted_edges(path)) {
    adjacency(edge.u, edge.v) = adjacency(edge.v, edge.u) = edge.weight;
  }
  const arma::vec eigenvalues = arma::eig_sym(adjacency);
  std::cout << "largest eigenvalue of the path on 3 vertices: " << eigenvalues(2) << '\n';
  return std::abs(eigenvalues(2) * eigenvalues(2) - 2.0) < 1e-12 ? EXIT_SUCCESS : EXIT_FAILURE;
}
