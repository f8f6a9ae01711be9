#include "autograd/gin_stack.hpp"

#include "autograd/channels.hpp"
#include "autograd/check.hpp"
#include "autograd/dropout.hpp"
#include "autograd/gin_walk.hpp"
#include "autograd/linear.hpp"
#include "autograd/neighbours.hpp"
#include "autograd/segment.hpp"

#include <memory>

namespace canon::nn {
namespace {

/// Each node with its neighbours, or the sum over its graph, channel by channel.
template <typename T>
Var seen(Tape<T>& tape, Var x, const EdgeIndex& edges, const Segments& graphs,
         const GinOptions& options) {
  if (!options.complete)
    return neighbour_sum(tape, x, edges, Neighbours::sum, T(1), options.channels);
  const Pick own{graphs.owner, graphs.items, graphs.count, graphs.offset, nullptr};
  const Var nodes = reshape(tape, x, graphs.items, options.channels * tape.columns(x));
  const Var all = gather(tape, segment_sum(tape, nodes, graphs), own);
  return reshape(tape, all, tape.rows(x), tape.columns(x));
}

/// On a GPU, and for what does not fit the blocks: each operation on the whole batch.
template <typename T>
Var one_by_one(Tape<T>& tape, Var x, const EdgeIndex& edges, const Segments& graphs,
               const std::vector<GinLayer<T>>& layers, const GinOptions& options) {
  const DropoutOptions drop{options.dropout, options.training, options.seed};
  const auto norm = [&](Var y, const NormVars<T>& vars) {
    return batch_norm(tape, y, vars.gamma, vars.beta, vars.running, {options.training, false});
  };
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const GinLayer<T>& layer = layers[i];
    if (i > 0) x = norm(dropout(tape, x, drop), layer.before);
    x = linear_relu(tape, seen(tape, x, edges, graphs, options), layer.first_weight,
                    layer.first_bias);
    x = dropout(tape, norm(x, layer.between), drop);
    x = linear(tape, x, layer.second_weight, layer.second_bias);
  }
  return x;
}

template <typename T>
void check_layers(Tape<T>& tape, Var x, const std::vector<GinLayer<T>>& layers) {
  std::int64_t in = tape.columns(x);
  const auto norm = [&](const NormVars<T>& vars, std::int64_t width) {
    check_shape(tape, vars.gamma, 1, width, "gin_stack: gamma");
    check_shape(tape, vars.beta, 1, width, "gin_stack: beta");
  };
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const GinLayer<T>& layer = layers[i];
    const std::int64_t hidden = tape.columns(layer.first_weight),
                       out = tape.columns(layer.second_weight);
    if (i > 0) norm(layer.before, in);
    check_shape(tape, layer.first_weight, in, hidden, "gin_stack: first weight");
    check_shape(tape, layer.first_bias, 1, hidden, "gin_stack: first bias");
    norm(layer.between, hidden);
    check_shape(tape, layer.second_weight, hidden, out, "gin_stack: second weight");
    check_shape(tape, layer.second_bias, 1, out, "gin_stack: second bias");
    in = out;
  }
}

} // namespace

template <typename T>
Var gin_stack(Tape<T>& tape, Var x, const EdgeIndex& edges, const Segments& graphs,
              const std::vector<GinLayer<T>>& layers, const GinOptions& options) {
  if (layers.empty()) throw ArgumentError("gin_stack: expected at least one layer");
  check_equal(tape.rows(x), edges.nodes * options.channels, "gin_stack: rows");
  check_layers(tape, x, layers);
  const bool plain = !options.complete && (!options.training || options.dropout == 0.0);
  if (!plain || !GinWalk<T>::serves(tape, edges, graphs, layers, options.channels))
    return one_by_one(tape, x, edges, graphs, layers, options);
  const auto walk = std::make_shared<GinWalk<T>>(tape, x, edges, graphs, layers, options.channels,
                                                 options.training);
  const Var result = tape.make(tape.rows(x), tape.columns(layers.back().second_weight));
  walk->forward(tape, tape.value(result).data);
  std::vector<Var> arguments{x};
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const GinLayer<T>& layer = layers[i];
    if (i > 0) arguments.insert(arguments.end(), {layer.before.gamma, layer.before.beta});
    arguments.insert(arguments.end(), {layer.first_weight, layer.first_bias, layer.between.gamma,
                                       layer.between.beta, layer.second_weight, layer.second_bias});
  }
  tape.record({result}, arguments,
              [walk, result](Tape<T>& back) { walk->backward(back, back.grad(result).data); });
  return result;
}

template Var gin_stack(Tape<float>&, Var, const EdgeIndex&, const Segments&,
                       const std::vector<GinLayer<float>>&, const GinOptions&);
template Var gin_stack(Tape<double>&, Var, const EdgeIndex&, const Segments&,
                       const std::vector<GinLayer<double>>&, const GinOptions&);

} // namespace canon::nn
