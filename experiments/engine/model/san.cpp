#include "model/san.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/dropout.hpp"
#include "autograd/pair_attention.hpp"
#include "model/names.hpp"

namespace canon::nn {
namespace {

constexpr double first_gamma = 0.1;
constexpr double walk_rate = 0.25; // of GraphiT's kernel
constexpr int walk_steps = 16;

} // namespace

template <typename T>
San<T>::Layer::Layer(Parameters<T>& parameters, const std::string& name, std::int64_t in,
                     std::int64_t out)
    : node(parameters, name + ".node", in, 5 * out, false),
      edge(parameters, name + ".edge", in, out, false),
      absent(parameters, name + ".absent", in, out, false),
      mix(parameters, name + ".mix", out, out), first_norm(parameters, name + ".norm0", out),
      wide(parameters, name + ".wide", out, 2 * out),
      narrow(parameters, name + ".narrow", 2 * out, out),
      second_norm(parameters, name + ".norm1", out), residual(in == out) {}

template <typename T>
San<T>::San(const ModelOptions& options)
    : nodes_(this->parameters(), options), edges_(this->parameters(), options, options.hidden),
      heads_(options.heads), dropout_(options.dropout),
      readout_(this->parameters(), options, options.out) {
  for (const std::int64_t width : {options.hidden, options.out})
    if (heads_ < 1 || width % heads_ != 0)
      throw ArgumentError(options.model + ": expected heads that divide the width " +
                          std::to_string(width) + ", got " + std::to_string(heads_));
  if (by_name<bool>("transformer", options.model, {{"san", true}, {"graphit", false}}))
    gamma_ = this->parameters().add("gamma", 1, 1, {Start::Kind::constant, first_gamma});
  for (int i = 0; i < options.layers; ++i)
    layers_.emplace_back(this->parameters(), "layer" + std::to_string(i), options.hidden,
                         i + 1 < options.layers ? options.hidden : options.out);
}

template <typename T>
Var San<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  Var h = nodes_(tape, batch, pass);
  const Var e = edges_(tape, batch), none = edges_.absent(tape);
  const Var gamma = gamma_ >= 0 ? this->parameters().on(tape, gamma_) : Var{};
  const T* const kernel = gamma_ >= 0 ? nullptr : batch.diffusion(walk_rate, walk_steps);
  const DropoutOptions drop{dropout_, pass.training, pass.seed};
  for (const Layer& layer : layers_) {
    Var next = pair_attention(tape, layer.node(tape, h), layer.edge(tape, e),
                              layer.absent(tape, none), batch.pairs(), heads_, gamma, kernel);
    next = layer.mix(tape, dropout(tape, next, drop));
    h = layer.first_norm(tape, layer.residual ? add(tape, h, next) : next, pass);
    next = dropout(tape, layer.wide.then_relu(tape, h), drop);
    h = layer.second_norm(tape, add(tape, h, layer.narrow(tape, next)), pass);
  }
  return readout_(tape, h, batch.graph_nodes(), pass);
}

template class San<float>;
template class San<double>;

} // namespace canon::nn
