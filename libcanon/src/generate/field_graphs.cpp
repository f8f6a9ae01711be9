#include "base/require.hpp"

#include <canon/generate.hpp>

#include <array>
#include <cmath>
#include <numeric>

namespace canon {

namespace {

bool is_prime(std::size_t q) {
  if (q < 2) return false;
  for (std::size_t d = 2; d <= q / d; ++d)
    if (q % d == 0) return false;
  return true;
}

/// GF(p)[x] / (x^2 - t) for a non-square t: GF(p^2), the element a + bx being called a * p + b.
/// With degree 1 it is GF(p) itself.
struct Field {
  std::size_t p;
  std::size_t degree;

  [[nodiscard]] std::size_t size() const { return degree == 1 ? p : p * p; }

  [[nodiscard]] std::vector<bool> squares() const {
    std::vector<bool> result(p, false);
    for (std::size_t a = 1; a < p; ++a)
      result[a * a % p] = true;
    if (degree == 1) return result;
    std::size_t t = 1;
    while (result[t])
      ++t;
    result.assign(size(), false);
    for (std::size_t a = 0; a < p; ++a)
      for (std::size_t b = 0; b < p; ++b)
        if (a + b > 0) result[(a * a + t * (b * b % p)) % p * p + 2 * a * b % p] = true;
    return result;
  }

  [[nodiscard]] std::size_t minus(std::size_t x, std::size_t y) const {
    if (degree == 1) return (x + p - y) % p;
    return (x / p + p - y / p) % p * p + (x % p + p - y % p) % p;
  }
};

Field odd_field(std::size_t q) {
  const auto root = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(q))));
  const bool prime = is_prime(q);
  require(q % 4 == 1 && (prime || (root * root == q && is_prime(root))),
          "paley_graph: expected q = 1 (mod 4), a prime or the square of a prime (higher prime "
          "powers are not supported), got q = " +
              std::to_string(q));
  return prime ? Field{q, 1} : Field{root, 2};
}

using Triple = std::array<std::size_t, 3>;

// One vector of every line through the origin of GF(q)^3: first non-zero coordinate 1.
std::vector<Triple> projective_points(std::size_t q) {
  std::vector<Triple> result;
  for (std::size_t a = 0; a < q; ++a)
    for (std::size_t b = 0; b < q; ++b)
      result.push_back({1, a, b});
  for (std::size_t a = 0; a < q; ++a)
    result.push_back({0, 1, a});
  result.push_back({0, 0, 1});
  return result;
}

} // namespace

Graph paley_graph(std::size_t q) {
  const Field field = odd_field(q);
  const std::vector<bool> square = field.squares();
  std::vector<Edge> edges;
  for (Vertex u = 0; u < q; ++u)
    for (Vertex v = u + 1; v < q; ++v)
      // -1 is a square as q = 1 (mod 4), so the order of the two does not matter.
      if (square[field.minus(v, u)]) edges.push_back({u, v});
  return make_graph(q, edges);
}

Graph projective_plane_graph(std::size_t q) {
  require(is_prime(q), "projective_plane_graph: expected a prime q (prime powers are not "
                       "supported), got q = " +
                           std::to_string(q));
  const std::vector<Triple> points = projective_points(q);
  const std::size_t count = points.size();
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j)
      if (std::inner_product(points[i].begin(), points[i].end(), points[j].begin(),
                             std::size_t{0}) %
              q ==
          0)
        edges.push_back({i, count + j});
  return make_graph(2 * count, edges);
}

} // namespace canon
