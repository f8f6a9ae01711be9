// The smallest consumer: it compiles against the installed headers, links, encodes and checks.
#include <canon/encoding.hpp>

#include <cmath>
#include <cstdio>

int main() {
  // A triangle with tails of one and of two edges: no symmetry, so that every column is settled.
  const canon::Graph graph = canon::make_graph(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {1, 3}});
  canon::EncodingOptions options;
  options.k = 3;
  const canon::Encoding encoding = canon::encode(graph, options);
  const double norm = arma::norm(encoding.features.col(1));
  std::printf("libcanon: %zu vertices, second eigenvalue %.4f, column of norm %.4f, settled: %s\n",
              static_cast<std::size_t>(encoding.features.n_rows), encoding.eigenvalues(1), norm,
              encoding.settled[1] == canon::Guarantee::equivariant ? "yes" : "no");
  const bool right = encoding.features.n_cols == 3 && std::abs(norm - 1.0) < 1e-12 &&
                     std::abs(encoding.eigenvalues(1) - (1.0 + std::sqrt(0.5))) < 1e-12;
  return right && encoding.settled[1] == canon::Guarantee::equivariant ? 0 : 1;
}
