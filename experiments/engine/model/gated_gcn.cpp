#include "model/gated_gcn.hpp"

#include "autograd/gated_stack.hpp"

namespace canon::nn {

template <typename T>
GatedGcn<T>::Layer::Layer(Parameters<T>& parameters, const std::string& name, std::int64_t in,
                          std::int64_t out)
    : node(parameters, name + ".node", in, 4 * out), edge(parameters, name + ".edge", in, out),
      node_norm(parameters, name + ".node_norm", out),
      edge_norm(parameters, name + ".edge_norm", out), residual(in == out) {}

template <typename T>
GatedGcn<T>::GatedGcn(const ModelOptions& options)
    : nodes_(this->parameters(), options), edges_(this->parameters(), options, options.hidden),
      graph_norm_(options.graph_norm), dropout_(options.dropout),
      readout_(this->parameters(), options, options.out) {
  for (int i = 0; i < options.layers; ++i)
    layers_.emplace_back(this->parameters(), "layer" + std::to_string(i), options.hidden,
                         i + 1 < options.layers ? options.hidden : options.out);
}

template <typename T>
Var GatedGcn<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  std::vector<GatedLayer<T>> layers;
  for (const Layer& layer : layers_)
    layers.push_back({layer.node.weight(tape), layer.node.bias(tape), layer.edge.weight(tape),
                      layer.edge.bias(tape), layer.node_norm.vars(tape), layer.edge_norm.vars(tape),
                      layer.residual});
  const Var h =
      gated_stack(tape, nodes_.picked(tape, batch, pass), edges_.picked(tape, batch), batch.edges(),
                  batch.graph_nodes(), layers, {pass.training, graph_norm_, dropout_, pass.seed});
  return readout_(tape, h, batch.graph_nodes(), pass);
}

template class GatedGcn<float>;
template class GatedGcn<double>;

} // namespace canon::nn
