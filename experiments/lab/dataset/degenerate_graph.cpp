#include "dataset/degenerate_graph.hpp"

#include "dataset/tight_frame.hpp"

#include <canon/error.hpp>
#include <canon/random_matrix.hpp>
#include <canon/spectrum.hpp>

#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace canon::lab {
namespace {

constexpr double strength = 0.9; // the e of the header: weights lie in (0.1, 1.9)
constexpr double second = 0.9;   // no other eigenvalue of N is larger

/// A cyclic shift after which some coordinates change sign; x_i becomes sign_i x_(i - shift).
struct SignedShift {
  std::size_t shift = 0;
  std::size_t minus = 0; ///< bit i: coordinate i of the result is negated

  [[nodiscard]] std::size_t number(std::size_t d) const { return (shift << d) | minus; }
  static SignedShift of(std::size_t number, std::size_t d) {
    return {number >> d, number & ((std::size_t{1} << d) - 1)};
  }
};

/// The one that undoes g, then h after it: g^-1 h.
std::size_t quotient(std::size_t g_number, std::size_t h_number, std::size_t d) {
  const SignedShift g = SignedShift::of(g_number, d), h = SignedShift::of(h_number, d);
  // g^-1 sends y to x with x_i = sign_g(i + s_g) y_(i + s_g).
  SignedShift result{(h.shift + d - g.shift) % d, 0};
  for (std::size_t i = 0; i < d; ++i) {
    const std::size_t from = (i + g.shift) % d;
    const std::size_t sign = ((g.minus >> from) ^ (h.minus >> from)) & 1U;
    result.minus |= sign << i;
  }
  return result.number(d);
}

/// <v, g v>
double correlation(const arma::vec& v, std::size_t number) {
  const std::size_t d = v.n_elem;
  const SignedShift g = SignedShift::of(number, d);
  double sum = 0.0;
  for (std::size_t i = 0; i < d; ++i)
    sum += ((g.minus >> i) & 1U ? -1.0 : 1.0) * v[i] * v[(i + d - g.shift) % d];
  return sum;
}

/// The matrix with entry (g, h) = kernel[g^-1 h].
arma::mat convolution(const std::vector<double>& kernel, std::size_t d) {
  const std::size_t n = kernel.size();
  arma::mat result(n, n);
  for (std::size_t h = 0; h < n; ++h)
    for (std::size_t g = 0; g < n; ++g)
      result(g, h) = kernel[quotient(g, h, d)];
  return result;
}

/// Equal values at g and g^-1, so that the convolution is symmetric to the last bit.
void symmetrise(std::vector<double>& kernel, std::size_t d) {
  for (std::size_t g = 0; g < kernel.size(); ++g) {
    const std::size_t inverse = quotient(g, 0, d);
    kernel[g] = kernel[inverse] = (kernel[g] + kernel[inverse]) / 2.0;
  }
}

Graph complete_with(const arma::mat& perturbation) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < perturbation.n_rows; ++u)
    for (Vertex v = u + 1; v < perturbation.n_rows; ++v)
      edges.push_back({u, v, 1.0 + strength * perturbation(u, v)});
  return make_graph(perturbation.n_rows, edges);
}

/// `basis`: of all vectors that sum to zero; its first columns span the space in question.
Graph with_first_space(const arma::mat& basis, std::size_t multiplicity, Rng& rng) {
  arma::vec eigenvalues(basis.n_cols, arma::fill::ones);
  for (arma::uword i = multiplicity; i < basis.n_cols; ++i)
    eigenvalues[i] = second * uniform01(rng);
  return complete_with(basis * arma::diagmat(eigenvalues) * basis.t());
}

} // namespace

Graph degenerate_graph(std::size_t n, std::size_t multiplicity, Rng& rng) {
  if (multiplicity < 1 || n < multiplicity + 2)
    throw ArgumentError("degenerate_graph: expected multiplicity >= 1 and n >= multiplicity + 2, "
                        "got multiplicity = " +
                        std::to_string(multiplicity) + ", n = " + std::to_string(n));
  return with_first_space(random_tight_frame(n, n - 1, rng), multiplicity, rng);
}

Graph degenerate_graph_of(const arma::mat& frame, Rng& rng) {
  const std::size_t n = frame.n_rows, d = frame.n_cols;
  if (d < 1 || n < d + 2)
    throw ArgumentError("degenerate_graph_of: expected 1 <= columns <= rows - 2, got " +
                        std::to_string(n) + " x " + std::to_string(d));
  if (!(orthonormality_error(frame) < 1e-8) || !(arma::abs(arma::sum(frame, 0)).max() < 1e-8))
    throw ArgumentError("degenerate_graph_of: expected orthonormal columns that sum to zero");
  // The rest of the complement of the constant vector, rotated at random.
  const arma::mat rest =
      arma::null(arma::join_rows(arma::vec(n, arma::fill::ones), frame).eval().t());
  return with_first_space(
      arma::join_rows(
          frame,
          rest * solve_spectrum(goe_matrix(n - 1 - d, rng), EigenvalueOrder::descending).vectors),
      d, rng);
}

std::size_t transitive_degenerate_size(std::size_t multiplicity) {
  if (multiplicity < 2 || multiplicity > 6)
    throw ArgumentError("transitive_degenerate_graph: expected 2 <= multiplicity <= 6, got " +
                        std::to_string(multiplicity));
  return multiplicity << multiplicity;
}

Graph transitive_degenerate_graph(std::size_t multiplicity, Rng& rng) {
  const std::size_t d = multiplicity, n = transitive_degenerate_size(d);
  arma::vec v(d);
  for (double& x : v)
    x = normal(rng);
  v /= arma::norm(v);
  std::vector<double> kernel(n);
  for (std::size_t g = 0; g < n; ++g)
    kernel[g] = static_cast<double>(d) / static_cast<double>(n) * correlation(v, g);
  const arma::mat space = convolution(kernel, d); // the projection onto the eigenspace
  for (double& x : kernel)
    x = normal(rng);
  symmetrise(kernel, d);
  // What commutes with the group stays so under sums and products.
  const arma::mat rest = arma::mat(n, n, arma::fill::eye) - 1.0 / static_cast<double>(n) - space;
  arma::mat other = rest * convolution(kernel, d) * rest;
  other *= second / arma::abs(arma::eig_sym(arma::symmatu(other))).max();
  const arma::mat sum = space + other;
  for (std::size_t g = 0; g < n; ++g)
    kernel[g] = sum(0, g);
  symmetrise(kernel, d); // from one row, so that the weights agree to the last bit
  return complete_with(convolution(kernel, d));
}

DegenerateCheck check_degenerate(const Graph& graph) {
  DegenerateCheck check;
  check.connected = number_components(graph).count == 1;
  const auto all = boost::make_iterator_range(edges(graph));
  check.positive =
      std::all_of(all.begin(), all.end(), [&](const auto& e) { return graph[e].weight > 0.0; });
  const Spectrum s = solve_spectrum(graph, GraphOperator::laplacian);
  if (s.spaces.size() < 2 || s.spaces[0].dimension != 1) return check;
  check.multiplicity = s.spaces[1].dimension;
  check.gap = s.spaces[1].gap;
  return check;
}

} // namespace canon::lab
