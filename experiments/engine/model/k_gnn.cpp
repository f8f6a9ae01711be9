#include "model/k_gnn.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/noise.hpp"
#include "batch/node_sets.hpp"
#include "device/error.hpp"

namespace canon::nn {
namespace {

/// How many values the nodes' first integer feature has; 1 without one.
std::int64_t types_of(const ModelOptions& options) {
  return options.node_types.none() ? 1 : options.node_types.sizes()[0];
}

template <typename T>
void add_layers(std::vector<GraphConvLayer<T>>& layers, Parameters<T>& parameters,
                const std::string& name, int count, std::int64_t in, std::int64_t hidden) {
  for (int i = 0; i < count; ++i)
    layers.emplace_back(parameters, name + std::to_string(i), i == 0 ? in : hidden, hidden);
}

} // namespace

template <typename T>
ThreeGnn<T>::ThreeGnn(const ModelOptions& options)
    : types_(types_of(options)), activation_(options.activation),
      readout_(this->parameters(), options, options.hidden) {
  if (options.encoder != EncoderKind::none || options.noise > 0)
    throw ArgumentError("3-gcn: expected no encoder and no noise, it sees types of nodes only");
  add_layers(layers_, this->parameters(), "layer", options.layers + 1,
             isomorphism_types(3, static_cast<int>(types_)), options.hidden);
}

template <typename T>
Var ThreeGnn<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  const SetIndex& sets = batch.sets(3, false, types_);
  Var h = one_hot(tape, sets.type);
  for (const GraphConvLayer<T>& layer : layers_)
    h = layer(tape, h, sets.edges, activation_);
  return readout_(tape, h, sets.of_graph, pass);
}

template <typename T>
OneTwoThreeGnn<T>::OneTwoThreeGnn(const ModelOptions& options)
    : nodes_(this->parameters(), options), types_(types_of(options)),
      activation_(options.activation), readout_(this->parameters(), options, 3 * options.hidden) {
  for (const int size : {1, 2, 3})
    add_layers(levels_[size - 1], this->parameters(), "level" + std::to_string(size) + ".layer",
               options.layers,
               options.hidden + (size > 1 ? isomorphism_types(size, static_cast<int>(types_)) : 0),
               options.hidden);
}

template <typename T>
Var OneTwoThreeGnn<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  Var h = nodes_(tape, batch, pass);
  for (const GraphConvLayer<T>& layer : levels_[0])
    h = layer(tape, h, batch.edges(), activation_);
  std::vector<Var> seen = {readout_.pool(tape, h, batch.graph_nodes())};
  for (const int size : {2, 3}) {
    const SetIndex& sets = batch.sets(size, size == 3, types_);
    const Var parts = segment_mean(tape, gather(tape, h, sets.part), sets.parts);
    h = concat_columns(tape, std::vector<Var>{parts, one_hot(tape, sets.type)});
    for (const GraphConvLayer<T>& layer : levels_[size - 1])
      h = layer(tape, h, sets.edges, activation_);
    seen.push_back(readout_.pool(tape, h, sets.of_graph));
  }
  return readout_.head(tape, concat_columns(tape, seen), pass);
}

template class ThreeGnn<float>;
template class ThreeGnn<double>;
template class OneTwoThreeGnn<float>;
template class OneTwoThreeGnn<double>;

} // namespace canon::nn
