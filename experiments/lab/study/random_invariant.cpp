#include "study/random_invariant.hpp"

#include <canon/error.hpp>
#include <canon/random.hpp>

#include <algorithm>
#include <cmath>

namespace canon::lab {
namespace {

/// Streams of numbers of one seed: the columns come after these.
enum : std::uint64_t { own_stream, neighbour_stream, label_stream, column_stream = 1U << 20U };

arma::rowvec normal_row(Rng& rng) {
  arma::rowvec row(RandomInvariant::width);
  for (double& value : row)
    value = normal(rng);
  return row;
}

arma::mat square_of(std::uint64_t seed, std::uint64_t stream) {
  Rng rng = trial_rng(seed, stream);
  arma::mat matrix(RandomInvariant::width, RandomInvariant::width);
  for (std::size_t i = 0; i < RandomInvariant::width; ++i)
    matrix.row(i) = normal_row(rng) / std::sqrt(static_cast<double>(RandomInvariant::width));
  return matrix;
}

} // namespace

RandomInvariant::RandomInvariant(std::size_t columns, std::uint64_t seed)
    : weights_(columns, width), own_(square_of(seed, own_stream)),
      neighbours_(square_of(seed, neighbour_stream)), seed_(seed) {
  for (std::size_t j = 0; j < columns; ++j) {
    Rng rng = trial_rng(seed, column_stream + j);
    weights_.row(j) = normal_row(rng);
  }
}

RandomFeatures RandomInvariant::of(const Graph& graph, const arma::mat& features,
                                   std::size_t columns) const {
  const std::size_t n = boost::num_vertices(graph);
  if (columns == 0 || columns > weights_.n_rows || columns > features.n_cols ||
      features.n_rows != n)
    throw ArgumentError("random features: expected a row per vertex and at most " +
                        std::to_string(weights_.n_rows) + " columns, got " +
                        std::to_string(features.n_rows) + " x " + std::to_string(columns));
  if (n == 0) return {arma::vec(width, arma::fill::zeros), arma::vec(width, arma::fill::zeros)};
  const double scale =
      std::sqrt(static_cast<double>(n) / static_cast<double>(std::min(columns, n)));
  arma::mat h = scale * features.head_cols(columns) * weights_.head_rows(columns);
  for (Vertex v = 0; v < n; ++v) {
    Rng rng = trial_rng(seed_ + label_stream, static_cast<std::uint64_t>(graph[v].label));
    h.row(v) += normal_row(rng);
  }
  h = arma::tanh(h);
  arma::mat around(n, width, arma::fill::zeros);
  for (Vertex v = 0; v < n; ++v) {
    for (const auto u : boost::make_iterator_range(boost::adjacent_vertices(v, graph)))
      around.row(v) += h.row(u);
    around.row(v) /= std::sqrt(1.0 + static_cast<double>(boost::out_degree(v, graph)));
  }
  return {arma::mean(h, 0).t(), arma::mean(arma::tanh(h * own_ + around * neighbours_), 0).t()};
}

} // namespace canon::lab
