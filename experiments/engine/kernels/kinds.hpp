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

/// The blocks of a row of PNA's aggregation: h and three times four aggregates.
inline constexpr int pna_parts = 13;

} // namespace canon::nn::kernel
