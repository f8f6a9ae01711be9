#include "model/graph_conv.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/neighbours.hpp"

namespace canon::nn {

template <typename T>
GraphConvLayer<T>::GraphConvLayer(Parameters<T>& parameters, const std::string& name,
                                  std::int64_t in, std::int64_t out)
    : own_(parameters, name + ".own", in, out),
      neighbours_(parameters, name + ".neighbours", in, out, false) {}

template <typename T>
Var GraphConvLayer<T>::operator()(Tape<T>& tape, Var h, const EdgeIndex& edges,
                                  Activation activation) const {
  const Var seen = neighbours_(tape, neighbour_sum(tape, h, edges, Neighbours::mean, T(0)));
  return activate(tape, add(tape, own_(tape, h), seen), activation);
}

template <typename T>
GraphConv<T>::GraphConv(const ModelOptions& options)
    : nodes_(this->parameters(), options), activation_(options.activation),
      readout_(this->parameters(), options, options.out) {
  for (int i = 0; i < options.layers; ++i)
    layers_.emplace_back(this->parameters(), "layer" + std::to_string(i), options.hidden,
                         i + 1 < options.layers ? options.hidden : options.out);
}

template <typename T>
Var GraphConv<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  Var h = nodes_(tape, batch, pass);
  for (const GraphConvLayer<T>& layer : layers_)
    h = layer(tape, h, batch.edges(), activation_);
  return readout_(tape, h, batch.graph_nodes(), pass);
}

template class GraphConvLayer<float>;
template class GraphConvLayer<double>;
template class GraphConv<float>;
template class GraphConv<double>;

} // namespace canon::nn
