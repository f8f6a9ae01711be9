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
GatedGcn<T>::GatedGcn(const GatedGcnOptions& options)
    : options_(options), node_(this->parameters(), "node_type", options.node_types, options.hidden),
      edge_(this->parameters(), "edge_type", options.edge_types, options.hidden),
      head_((this->parameters()), "head",
            {options.out, options.out / 2, options.out / 4, options.outputs}) {
  for (int i = 0; i < options.layers; ++i)
    layers_.emplace_back(this->parameters(), "layer" + std::to_string(i), options.hidden,
                         i + 1 < options.layers ? options.hidden : options.out);
}

template <typename T>
Var GatedGcn<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  Var h = node_(tape, batch.node_type(0, node_.rows()));
  Var e = edge_(tape, batch.edge_type(0, edge_.rows()));
  for (const Layer& layer : layers_) {
    const Gated gated = gated_sum(tape, layer.node(tape, h), layer.edge(tape, e), batch.edges());
    h = layer.node_norm(tape, gated.nodes, pass, true, layer.residual ? h : Var{});
    e = layer.edge_norm(tape, gated.edges, pass, true, layer.residual ? e : Var{});
  }
  return head_(tape, segment_mean(tape, h, batch.graph_nodes()));
}

template class GatedGcn<float>;
template class GatedGcn<double>;

} // namespace canon::nn
