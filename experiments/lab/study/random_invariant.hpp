#pragma once

#include <canon/graph.hpp>

#include <armadillo>

#include <cstddef>
#include <cstdint>

namespace canon::lab {

/// What a network without training makes of a graph and its node features: fixed random features of
/// the graph. Of graphs that are isomorphic with their features they are the same up to rounding.
struct RandomFeatures {
  arma::vec rows;  ///< of the set of rows alone, as a DeepSets sees it
  arma::vec edges; ///< of the rows and their neighbours, as a layer of a GIN sees them
};

/// Draws the weights once; of() is a function of the graph.
///
///     const RandomInvariant invariant(encoding.features.n_cols, 0);
///     const RandomFeatures seen = invariant.of(graph, encoding.features, 8);
class RandomInvariant {
public:
  static constexpr std::size_t width = 16;

  /// For up to `columns` columns. The weights of a column depend on the seed and its place only.
  RandomInvariant(std::size_t columns, std::uint64_t seed);

  /// With x the first `columns` columns times sqrt(n / columns), so that entries of unit vectors
  /// become numbers of order one, and h = tanh(x W + b(label)):
  ///   rows   the mean of h over the vertices
  ///   edges  the mean of tanh(h V + (sum of h over the neighbours) U / sqrt(1 + degree))
  [[nodiscard]] RandomFeatures of(const Graph& graph, const arma::mat& features,
                                  std::size_t columns) const;

private:
  arma::mat weights_; ///< columns x width
  arma::mat own_, neighbours_;
  std::uint64_t seed_;
};

} // namespace canon::lab
