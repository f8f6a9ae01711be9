#include "model/gin.hpp"

#include "autograd/dropout.hpp"
#include "autograd/neighbours.hpp"

namespace canon::nn {

template <typename T>
Gin<T>::Gin(const ModelOptions& options)
    : nodes_(this->parameters(), options), activation_(options.activation),
      dropout_(options.dropout), readout_(this->parameters(), options, options.out) {
  const std::int64_t hidden = options.hidden;
  for (int i = 0; i < options.layers; ++i) {
    const std::string name = "layer" + std::to_string(i);
    const std::int64_t out = i + 1 < options.layers ? hidden : options.out;
    layers_.push_back({Linear<T>(this->parameters(), name + ".0", hidden, hidden),
                       Linear<T>(this->parameters(), name + ".1", hidden, out),
                       Norm<T>(this->parameters(), options.norm, name + ".0.norm", hidden),
                       Norm<T>(this->parameters(), options.norm, name + ".1.norm", out)});
  }
}

template <typename T>
Var Gin<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  Var h = nodes_(tape, batch, pass);
  for (const Layer& layer : layers_) {
    h = layer.first(tape, neighbour_sum(tape, h, batch.edges(), Neighbours::sum, T(1)));
    h = layer.second(tape, activate(tape, layer.inner(tape, h, pass), activation_));
    h = activate(tape, layer.outer(tape, h, pass), activation_);
    h = dropout(tape, h, {dropout_, pass.training, pass.seed});
  }
  return readout_(tape, h, batch.graph_nodes(), pass);
}

template class Gin<float>;
template class Gin<double>;

} // namespace canon::nn
