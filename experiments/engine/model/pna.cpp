#include "model/pna.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/channels.hpp"
#include "autograd/dropout.hpp"
#include "device/error.hpp"

namespace canon::nn {
namespace {

constexpr Start zero{Start::Kind::constant, 0.0};

/// Xavier with the gain 1 / in.
Start near_zero(std::int64_t in, std::int64_t out) {
  return xavier_start(in, out, 1.0 / static_cast<double>(in));
}

std::int64_t towers_of(const ModelOptions& options) {
  return options.towers == 0 ? 1 : options.towers;
}

/// The width of a tower.
std::int64_t part(std::int64_t width, const ModelOptions& options) {
  const std::int64_t towers = towers_of(options);
  if (towers < 1 || width % towers != 0)
    throw ArgumentError("pna: expected towers that divide the width " + std::to_string(width) +
                        ", got " + std::to_string(towers));
  return width / towers;
}

/// The start of a message's three maps, which are one of both ends and the edge side by side.
Start message_start(const ModelOptions& options) {
  const std::int64_t w = part(options.hidden, options);
  return near_zero(2 * w + options.edge_width, w);
}

template <typename Kind, std::size_t most>
int choose(Kind (&chosen)[most], const char* what, const std::vector<Kind>& wanted) {
  if (wanted.empty() || wanted.size() > most)
    throw ArgumentError(std::string("pna: expected 1 to ") + std::to_string(most) + " " + what +
                        ", got " + std::to_string(wanted.size()));
  std::copy(wanted.begin(), wanted.end(), chosen);
  return static_cast<int>(wanted.size());
}

PnaParts parts_of(const ModelOptions& options) {
  PnaParts parts;
  parts.aggregators = choose(parts.aggregator, "aggregators", options.aggregators);
  parts.scalers = choose(parts.scaler, "scalers", options.scalers);
  parts.count = 1 + parts.aggregators * parts.scalers;
  return parts;
}

} // namespace

template <typename T>
Pna<T>::Layer::Layer(Parameters<T>& parameters, const std::string& name,
                     const ModelOptions& options, std::int64_t out)
    : tail(parameters, name + ".tail", towers_of(options), part(options.hidden, options),
           part(options.hidden, options), message_start(options)),
      head(parameters, name + ".head", towers_of(options), part(options.hidden, options),
           part(options.hidden, options), message_start(options)),
      edge(parameters, name + ".edge", options.edge_width, options.hidden, message_start(options),
           zero),
      after(parameters, name + ".after", towers_of(options),
            parts_of(options).count * part(options.hidden, options), part(out, options),
            near_zero(parts_of(options).count * part(options.hidden, options), part(out, options))),
      after_bias(parameters.add(name + ".after.bias", 1, out, zero)),
      norm(parameters, name + ".norm", out), residual(out == options.hidden) {
  if (options.towers > 0)
    mix.emplace_back(parameters, name + ".mix", out, out, near_zero(out, out), zero);
}

template <typename T>
Pna<T>::Pna(const ModelOptions& options)
    : nodes_(this->parameters(), options),
      edges_(this->parameters(), options, options.edge_width), aggregation_{towers_of(options),
                                                                            options.log_degree,
                                                                            parts_of(options)},
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
  const DropoutOptions drop{dropout_, pass.training, pass.seed};
  for (const Layer& layer : layers_) {
    const bool mixed = !layer.mix.empty();
    if (!mixed) h = dropout(tape, h, drop);
    const Var ends = add(tape, gather(tape, layer.tail(tape, h), batch.edges().tails()),
                         gather(tape, layer.head(tape, h), batch.edges().heads()));
    const Var message = add(tape, ends, layer.edge(tape, e));
    Var next = layer.after(tape, pna_aggregate(tape, h, message, batch.edges(), aggregation_));
    next = add_bias(tape, next, this->parameters().on(tape, layer.after_bias));
    next = graph_norm(tape, next, batch.graph_nodes());
    if (!mixed) {
      h = layer.norm(tape, next, pass, true, layer.residual ? h : Var{});
      continue;
    }
    next = dropout(tape, layer.norm(tape, next, pass), drop);
    next = activate(tape, layer.mix[0](tape, next), Activation::leaky_relu);
    h = layer.residual ? add(tape, h, next) : next;
  }
  return readout_(tape, h, batch.graph_nodes(), pass);
}

template class Pna<float>;
template class Pna<double>;

} // namespace canon::nn
