#include "model/gcn.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/dropout.hpp"
#include "autograd/neighbours.hpp"

namespace canon::nn {

template <typename T>
Gcn<T>::Gcn(const ModelOptions& options)
    : nodes_(this->parameters(), options), activation_(options.activation),
      dropout_(options.dropout), residual_(options.residual),
      readout_(this->parameters(), options, options.out) {
  for (int i = 0; i < options.layers; ++i) {
    const std::string name = "layer" + std::to_string(i);
    const std::int64_t out = i + 1 < options.layers ? options.hidden : options.out;
    layers_.emplace_back(this->parameters(), name, options.hidden, out);
    norms_.emplace_back(this->parameters(), options.norm, name + ".norm", out);
  }
}

template <typename T>
Var Gcn<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  Var h = nodes_(tape, batch, pass);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const Var seen = neighbour_sum(tape, h, batch.edges(), Neighbours::symmetric, T(1));
    Var next = activate(tape, norms_[i](tape, layers_[i](tape, seen), pass), activation_);
    if (residual_ && tape.columns(next) == tape.columns(h)) next = add(tape, h, next);
    h = dropout(tape, next, {dropout_, pass.training, pass.seed});
  }
  return readout_(tape, h, batch.graph_nodes(), pass);
}

template class Gcn<float>;
template class Gcn<double>;

} // namespace canon::nn
