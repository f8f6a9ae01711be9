#pragma once

/// What callers of operations name and functors switch on. It stands apart from the functors so
/// that the headers of operations, and the models behind them, see these words and no kernel:
/// autograd takes them up into canon::nn, and kernels never include autograd.
namespace canon::nn::kernel {

enum class Activation { relu, leaky_relu, sigmoid, tanh, softplus, elu };

/// What a neighbour and the node itself count.
enum class Neighbours {
  sum,      ///< y_v = own x_v + sum of x_u
  mean,     ///< y_v = own x_v + mean of x_u; 0 of none
  symmetric ///< D^-1/2 (A + I) D^-1/2 x, with the degrees of A + I
};

/// What PNA makes of the messages into a node.
enum class PnaAggregator { mean, max, min, deviation, sum };
/// By what it multiplies each aggregate: 1, log(degree + 1) / delta, its inverse.
enum class PnaScaler { identity, amplification, attenuation };

/// The blocks of a row of PNA's aggregation: h, then for each scaler all aggregates.
struct PnaParts {
  static constexpr int most_aggregators = 5, most_scalers = 3;
  PnaAggregator aggregator[most_aggregators] = {PnaAggregator::mean, PnaAggregator::max,
                                                PnaAggregator::min, PnaAggregator::deviation};
  PnaScaler scaler[most_scalers] = {PnaScaler::identity, PnaScaler::amplification,
                                    PnaScaler::attenuation};
  int aggregators = 4, scalers = 3;
  int count = 13; ///< 1 + aggregators scalers
};

} // namespace canon::nn::kernel
