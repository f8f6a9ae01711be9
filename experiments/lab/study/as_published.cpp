#include "study/as_published.hpp"

#include "study/lower_eigensolver.hpp"

#include <canon/error.hpp>
#include <canon/graph_operator.hpp>

#include <armadillo>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace canon::lab {
namespace {

double rounded(double value, int decimals) {
  const double unit = decimals == 14 ? 1e14 : 1e12;
  return std::nearbyint(value * unit) / unit;
}

/// Axes in ascending order of their lengths rounded to 14 decimals, and the sizes of the runs of
/// equal ones.
struct RoundedClasses {
  std::vector<std::size_t> order, sizes;
};

RoundedClasses rounded_classes(std::vector<double> lengths) {
  for (double& length : lengths)
    length = rounded(length, 14);
  RoundedClasses classes;
  classes.order.resize(lengths.size());
  std::iota(classes.order.begin(), classes.order.end(), std::size_t{0});
  std::stable_sort(classes.order.begin(), classes.order.end(),
                   [&](std::size_t a, std::size_t b) { return lengths[a] < lengths[b]; });
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (i == 0 || lengths[classes.order[i]] != lengths[classes.order[i - 1]])
      classes.sizes.push_back(0);
    ++classes.sizes.back();
  }
  return classes;
}

bool violates_assumption1(const arma::vec& u, double c) {
  std::vector<double> lengths(u.n_elem);
  for (std::size_t i = 0; i < u.n_elem; ++i)
    lengths[i] = arma::norm(u * u[i]); // |P e_i|, with P = u u^T formed
  const RoundedClasses classes = rounded_classes(std::move(lengths));
  const double shift = c * arma::accu(u);
  std::size_t next = 0;
  for (const std::size_t size : classes.sizes) {
    double dot = shift;
    for (std::size_t i = 0; i < size; ++i)
      dot += u[classes.order[next++]];
    if (rounded(std::abs(dot), 12) != 0.0) return false;
  }
  return true;
}

/// Summary vectors of the d longest classes, but with the published index, which starts at the
/// longest axis and then runs through the shortest ones upwards.
arma::mat misread_summaries(const RoundedClasses& classes, std::size_t d, double c) {
  const std::size_t n = classes.order.size();
  arma::mat sums(n, d);
  sums.fill(c);
  std::size_t taken = 0;
  for (std::size_t i = 0; i < d; ++i)
    for (std::size_t k = 0; k < classes.sizes[classes.sizes.size() - 1 - i]; ++k, ++taken)
      sums(classes.order[taken == 0 ? n - 1 : taken - 1], i) += 1.0;
  return sums;
}

/// A basis of what `basis` spans beside `chosen`: its columns are added while the numerical rank
/// grows, then all is made orthonormal.
arma::mat completed(const arma::mat& basis, const arma::mat& chosen) {
  arma::mat all = chosen;
  for (std::size_t j = 0; j < basis.n_cols && all.n_cols < basis.n_cols; ++j) {
    arma::mat more = arma::join_rows(all, basis.col(j));
    if (arma::rank(more) == more.n_cols) all = std::move(more);
  }
  arma::mat q, r;
  arma::qr_econ(q, r, all);
  return q.cols(chosen.n_cols, q.n_cols - 1);
}

/// No norm is exactly zero in floating point, so mostly noise is normalised and passes.
bool violates_assumption3(const arma::mat& basis, const arma::mat& summaries) {
  arma::mat chosen(basis.n_rows, 0), rest = basis;
  for (std::size_t i = 0; i < summaries.n_cols; ++i) {
    // P formed by gemm and multiplied row by row, as numpy does: other orders of the same sums have
    // other noise, and noise is what is counted here.
    const arma::mat other = rest, projection = rest * other.t();
    const arma::vec u = projection.t() * summaries.col(i);
    const double norm = arma::norm(u);
    if (rounded(norm, 14) == 0.0) return true;
    chosen.insert_cols(i, u / norm);
    if (i + 1 < summaries.n_cols) rest = completed(basis, chosen);
  }
  return false;
}

enum class SpaceVerdict { fine, assumption2, assumption3 };

SpaceVerdict judge_space(const arma::mat& basis, double c) {
  const arma::mat projection = basis * basis.t();
  std::vector<double> lengths(basis.n_rows);
  for (std::size_t i = 0; i < lengths.size(); ++i)
    lengths[i] = arma::norm(projection.col(i));
  const RoundedClasses classes = rounded_classes(std::move(lengths));
  if (classes.sizes.size() < basis.n_cols) return SpaceVerdict::assumption2;
  return violates_assumption3(basis, misread_summaries(classes, basis.n_cols, c))
             ? SpaceVerdict::assumption3
             : SpaceVerdict::fine;
}

bool equal_norms(const arma::vec& u) {
  double positive = 0.0, negative = 0.0;
  for (const double x : u)
    (x > 0.0 ? positive : negative) += x * x;
  return rounded(std::sqrt(positive), 12) == rounded(std::sqrt(negative), 12);
}

std::vector<std::size_t> rounded_multiplicities(const arma::vec& eigenvalues) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < eigenvalues.n_elem; ++i) {
    if (i == 0 || rounded(eigenvalues[i], 14) != rounded(eigenvalues[i - 1], 14))
      result.push_back(0);
    ++result.back();
  }
  return result;
}

} // namespace

void PublishedCounts::join(const PublishedCounts& other) {
  vectors += other.vectors;
  equal_norm += other.equal_norm;
  for (const auto& [multiplicity, count] : other.multiplicities)
    multiplicities[multiplicity] += count;
  large_vectors += other.large_vectors;
  multiple += other.multiple;
  distinct += other.distinct;
  sign_graphs += other.sign_graphs;
  simple_sign_graphs += other.simple_sign_graphs;
  assumption2 += other.assumption2;
  assumption3 += other.assumption3;
  lost_vectors += other.lost_vectors;
}

PublishedCounts count_as_published(const Graph& graph, const MoleculeOptions& options) {
  PublishedCounts counts;
  arma::mat vectors = dense_operator(graph, GraphOperator::lazy_adjacency);
  arma::vec eigenvalues(vectors.n_rows);
  if (!lower_eig_sym(vectors.n_rows, vectors.memptr(), eigenvalues.memptr()))
    throw SolverError("LAPACK did not converge on a matrix of " + std::to_string(vectors.n_rows) +
                      " rows");
  const std::size_t n = eigenvalues.n_elem;
  counts.vectors = n;
  for (std::size_t i = 0; i < n; ++i)
    if (equal_norms(vectors.col(i))) ++counts.equal_norm;
  const std::vector<std::size_t> multiplicities = rounded_multiplicities(eigenvalues);
  for (const std::size_t d : multiplicities)
    ++counts.multiplicities[d];
  if (n < options.min_nodes) return counts;

  counts.large_vectors = n;
  counts.distinct = multiplicities.size();
  std::size_t first = 0;
  for (const std::size_t d : multiplicities) {
    for (std::size_t i = first; i < first + d; ++i)
      if (violates_assumption1(vectors.col(i), options.c))
        (d == 1 ? counts.simple_sign_graphs : counts.sign_graphs) = 1;
    if (d > 1) {
      ++counts.multiple;
      const SpaceVerdict verdict = judge_space(vectors.cols(first, first + d - 1), options.c);
      if (verdict == SpaceVerdict::assumption2) ++counts.assumption2;
      if (verdict == SpaceVerdict::assumption3) ++counts.assumption3;
      if (verdict != SpaceVerdict::fine && counts.lost_vectors == 0) counts.lost_vectors = d;
    }
    first += d;
  }
  counts.sign_graphs = std::max(counts.sign_graphs, counts.simple_sign_graphs);
  return counts;
}

} // namespace canon::lab
