#include <canon/encoding.hpp>

#include <iostream>

int main() {
  const canon::Graph graph = canon::make_graph(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {1, 3}});
  const canon::Graph copy = canon::relabel(graph, {2, 0, 5, 1, 3, 4}); // vertex 0 is now called 2
  canon::EncodingOptions options;
  options.k = 3;
  const canon::Encoding a = canon::encode(graph, options), b = canon::encode(copy, options);
  std::cout << a.features << "\nvertex 5, and vertex 4 of the copy:\n";
  std::cout << a.features.row(5) << b.features.row(4); // the same numbers, signs included
  return arma::approx_equal(a.features.row(5), b.features.row(4), "absdiff", 1e-12) ? 0 : 1;
}
