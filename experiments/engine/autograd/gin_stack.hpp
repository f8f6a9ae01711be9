#pragma once

#include "autograd/batch_norm.hpp"
#include "autograd/index.hpp"

#include <vector>

namespace canon::nn {

/// One layer of a GIN on channels: Linear - ReLU - batch norm - Linear.
template <typename T>
struct GinLayer {
  NormVars<T> before; ///< of what the layer before gave; of the first layer nothing
  Var first_weight, first_bias;
  NormVars<T> between;
  Var second_weight, second_bias;
};

struct GinOptions {
  std::int64_t channels = 1; ///< rows of a node, which lie together
  bool training = true;
  bool complete = false;  ///< nodes see all nodes of their graph instead of their neighbours
  double dropout = 0.0;   ///< before the norms `before` and after those `between`, in training
  std::uint64_t seed = 0; ///< of the dropout
};

/// The layers of a GIN one after the other, of rows x of (node, channel):
///   x = second(norm(relu(first(x + the sum of x over the neighbours))))
/// with a batch norm before each layer but the first. On the CPU a layer walks the batch twice each
/// way, some graphs at a time; a dropout or the complete graph takes the operations one by one.
template <typename T>
Var gin_stack(Tape<T>& tape, Var x, const EdgeIndex& edges, const Segments& graphs,
              const std::vector<GinLayer<T>>& layers, const GinOptions& options);

} // namespace canon::nn
