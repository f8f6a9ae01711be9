#include "model/pna.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/channels.hpp"
#include "autograd/dropout.hpp"
#include "autograd/pna.hpp"
#include "device/error.hpp"

#include <cmath>

namespace canon::nn {
namespace {

/// The width of a tower.
std::int64_t part(std::int64_t width, std::int64_t towers) {
  if (towers < 1 || width % towers != 0)
    throw ArgumentError("pna: expected towers that divide the width " + std::to_string(width) +
                        ", got " + std::to_string(towers));
  return width / towers;
}

} // namespace

template <typename T>
Pna<T>::Layer::Layer(Parameters<T>& parameters, const std::string& name,
                     const ModelOptions& options, std::int64_t out)
    : tail(parameters, name + ".tail", options.towers, part(options.hidden, options.towers),
           part(options.hidden, options.towers)),
      head(parameters, name + ".head", options.towers, part(options.hidden, options.towers),
           part(options.hidden, options.towers)),
      edge(parameters, name + ".edge", options.edge_width, options.hidden),
      after(parameters, name + ".after", options.towers,
            pna_parts * part(options.hidden, options.towers), part(out, options.towers)),
      after_bias(parameters.add(
          name + ".after.bias", 1, out,
          {Start::Kind::uniform,
           1.0 / std::sqrt(static_cast<double>(pna_parts * options.hidden / options.towers))})),
      norm(parameters, name + ".norm", out), mix(parameters, name + ".mix", out, out),
      residual(out == options.hidden) {}

template <typename T>
Pna<T>::Pna(const ModelOptions& options)
    : nodes_(this->parameters(), options), edges_(this->parameters(), options, options.edge_width),
      towers_(options.towers), delta_(static_cast<T>(options.log_degree)),
      dropout_(options.dropout), readout_(this->parameters(), options, options.out) {
  if (!(options.log_degree > 0.0))
    throw ArgumentError("pna: expected log_degree > 0, got " + std::to_string(options.log_degree));
  for (int i = 0; i < options.layers; ++i)
    layers_.emplace_back(this->parameters(), "layer" + std::to_string(i), options,
                         i + 1 < options.layers ? options.hidden : options.out);
}

template <typename T>
Var Pna<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  Var h = nodes_(tape, batch, pass);
  const Var e = edges_(tape, batch);
  for (const Layer& layer : layers_) {
    const Var ends = add(tape, gather(tape, layer.tail(tape, h), batch.edges().tails()),
                         gather(tape, layer.head(tape, h), batch.edges().heads()));
    const Var message = add(tape, ends, layer.edge(tape, e));
    Var next = layer.after(tape, pna_aggregate(tape, h, message, batch.edges(), towers_, delta_));
    next = add_bias(tape, next, this->parameters().on(tape, layer.after_bias));
    next = layer.norm(tape, graph_norm(tape, next, batch.graph_nodes()), pass);
    next = dropout(tape, next, {dropout_, pass.training, pass.seed});
    next = activate(tape, layer.mix(tape, next), Activation::leaky_relu);
    h = layer.residual ? add(tape, h, next) : next;
  }
  return readout_(tape, h, batch.graph_nodes(), pass);
}

template class Pna<float>;
template class Pna<double>;

} // namespace canon::nn
