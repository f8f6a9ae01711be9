#include "model/gated_gcn.hpp"

#include "autograd/gated.hpp"

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
      readout_(this->parameters(), options, options.out) {
  for (int i = 0; i < options.layers; ++i)
    layers_.emplace_back(this->parameters(), "layer" + std::to_string(i), options.hidden,
                         i + 1 < options.layers ? options.hidden : options.out);
}

template <typename T>
Var GatedGcn<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  Var h = nodes_(tape, batch, pass);
  Var e = edges_(tape, batch);
  for (const Layer& layer : layers_) {
    const Gated gated = gated_sum(tape, layer.node(tape, h), layer.edge(tape, e), batch.edges());
    h = layer.node_norm(tape, gated.nodes, pass, true, layer.residual ? h : Var{});
    e = layer.edge_norm(tape, gated.edges, pass, true, layer.residual ? e : Var{});
  }
  return readout_(tape, h, batch.graph_nodes(), pass);
}

template class GatedGcn<float>;
template class GatedGcn<double>;

} // namespace canon::nn
