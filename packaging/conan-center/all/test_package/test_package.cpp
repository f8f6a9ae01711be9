#include <canon/encoding.hpp>

#include <cstdlib>
#include <iostream>

int main() {
  const canon::Graph graph = canon::make_graph(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {1, 3}});
  canon::EncodingOptions options;
  options.k = 3;
  const canon::Encoding encoding = canon::encode(graph, options);
  std::cout << "libcanon:\n" << encoding.features;
  return encoding.features.n_cols == 3 ? EXIT_SUCCESS : EXIT_FAILURE;
}
