#pragma once

#include "batch/graph_sample.hpp"
#include "device/backend.hpp"
#include "model/options.hpp"
#include "train/adam.hpp"
#include "train/plateau.hpp"

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace canon::lab {

/// BREC's reliable paired comparison (Wang and Zhang 2024). The defaults are those of its program,
/// base/test_BREC.py in the repository GraphPKU/BREC.
struct ComparisonOptions {
  std::size_t batch = 16; ///< graphs, the two of a pair alternating
  int epochs = 20;
  AdamOptions adam{.rate = 1e-4, .weight_decay = 1e-4};
  PlateauOptions plateau{.on = true, .factor = 0.1, .patience = 10};
  double margin = 0.0;     ///< of the cosine
  double loss_limit = 0.2; ///< training ends once the mean loss of an epoch is below
  double epsilon = 1e-7;   ///< see t_square
  std::uint64_t seed = 0;
};

/// What a comparison came to.
struct Comparison {
  double difference = 0.0;  ///< t_square of the two graphs
  double reliability = 0.0; ///< t_square of two lots of copies of the same graph
  double fresh = 0.0;       ///< t_square of the two graphs by copies that were not trained on
  double loss = 0.0;        ///< of the last epoch
  int epochs = 0;
};

/// Hotelling's statistic without the number of samples: d^T (S + epsilon I)^+ d, with d the mean
/// and S the covariance of the rows of `differences`. Copies of a graph that all get the same
/// output have S = 0; the program's comment says to add epsilon (1e-7) then, and so it is done
/// here, for all graphs alike. Eigenvalues below 16 times the rounding of a float, relative to the
/// largest, count as zero, as in PyTorch's pinv.
[[nodiscard]] double t_square(const arma::mat& differences, double epsilon);

/// The 95 % point of q t_square, for 32 samples of 16 numbers: 16 x 31 / 16 times that of F(16,
/// 16).
inline constexpr double t_square_threshold = 72.34;

/// max(0, cosine - margin) of rows 2i and 2i+1 of `outputs`, mean over i, and its gradient:
/// PyTorch's CosineEmbeddingLoss with target -1.
[[nodiscard]] double cosine_loss(const arma::mat& outputs, double margin, arma::mat& gradient);

/// Trains a new model on `pair` (copies of either graph, alternating) to give the two graphs
/// outputs in different directions; then compares the outputs of the two, and those of `same`,
/// copies of one of them. BREC tests on the copies it has trained on, so that a network may pass by
/// learning them by heart where they differ from each other; `fresh` holds other copies of the
/// pair, for a test that this does not help. ArgumentError if the model does not fit the samples.
[[nodiscard]] Comparison compare(const nn::ModelOptions& model, nn::Backend backend,
                                 const std::vector<nn::GraphSample>& pair,
                                 const std::vector<nn::GraphSample>& same,
                                 const std::vector<nn::GraphSample>& fresh,
                                 const ComparisonOptions& options);

} // namespace canon::lab
