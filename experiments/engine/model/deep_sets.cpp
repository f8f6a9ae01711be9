#include "model/deep_sets.hpp"

#include "autograd/dropout.hpp"
#include "model/names.hpp"

namespace canon::nn {
namespace {

/// Of the layers on each node.
std::vector<std::int64_t> widths_of(const ModelOptions& options) {
  const int depth = by_name<int>("set model", options.model,
                                 {{"linear", 1}, {"deepsets", 2}, {"mlp", options.layers}});
  if (depth == 1) return {options.hidden};
  std::vector<std::int64_t> widths(static_cast<std::size_t>(depth - 1), options.hidden);
  widths.push_back(options.out);
  return widths;
}

} // namespace

template <typename T>
DeepSets<T>::DeepSets(const ModelOptions& options)
    : input_(this->parameters(), options), activation_(options.activation),
      dropout_(options.dropout), readout_(this->parameters(), options, widths_of(options).back()) {
  std::int64_t in = input_.width();
  for (const std::int64_t width : widths_of(options)) {
    const std::string name = "layer" + std::to_string(layers_.size());
    if (!layers_.empty()) norms_.emplace_back(this->parameters(), options.norm, name + ".norm", in);
    layers_.emplace_back(this->parameters(), name, in, width);
    in = width;
  }
}

template <typename T>
Var DeepSets<T>::forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  Var h = input_(tape, batch, pass);
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    if (i > 0)
      h = dropout(tape, norms_[i - 1](tape, activate(tape, h, activation_), pass),
                  {dropout_, pass.training, pass.seed});
    h = layers_[i](tape, h);
  }
  return readout_(tape, h, batch.graph_nodes(), pass);
}

template class DeepSets<float>;
template class DeepSets<double>;

} // namespace canon::nn
