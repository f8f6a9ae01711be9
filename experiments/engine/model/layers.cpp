#include "model/layers.hpp"

#include "autograd/block_linear.hpp"
#include "autograd/dropout.hpp"
#include "autograd/layer_norm.hpp"

namespace canon::nn {

template <typename T>
Linear<T>::Linear(Parameters<T>& parameters, const std::string& name, std::int64_t in,
                  std::int64_t out, bool bias)
    : parameters_(&parameters),
      weight_(parameters.add(name + ".weight", in, out, linear_start(in))) {
  if (bias) bias_ = parameters.add(name + ".bias", 1, out, linear_start(in));
}

template <typename T>
Linear<T>::Linear(Parameters<T>& parameters, const std::string& name, std::int64_t in,
                  std::int64_t out, Start weight, Start bias)
    : parameters_(&parameters), weight_(parameters.add(name + ".weight", in, out, weight)),
      bias_(parameters.add(name + ".bias", 1, out, bias)) {}

template <typename T>
Var Linear<T>::operator()(Tape<T>& tape, Var x) const {
  return linear(tape, x, weight(tape), bias(tape));
}

template <typename T>
Var Linear<T>::then_relu(Tape<T>& tape, Var x) const {
  return linear_relu(tape, x, weight(tape), bias(tape));
}

template <typename T>
Var Linear<T>::weight(Tape<T>& tape) const {
  return parameters_->on(tape, weight_);
}

template <typename T>
Var Linear<T>::bias(Tape<T>& tape) const {
  return bias_ >= 0 ? parameters_->on(tape, bias_) : Var{};
}

template <typename T>
Embedding<T>::Embedding(Parameters<T>& parameters, const std::string& name, std::int64_t rows,
                        std::int64_t width, Start start)
    : parameters_(&parameters), rows_(rows),
      table_(parameters.add(name + ".table", rows, width, start)) {}

template <typename T>
Var Embedding<T>::operator()(Tape<T>& tape, const Pick& pick) const {
  return gather(tape, all(tape), pick);
}

template <typename T>
Var Embedding<T>::all(Tape<T>& tape) const {
  return parameters_->on(tape, table_);
}

template <typename T>
Var Embedding<T>::row(Tape<T>& tape, std::int64_t which) const {
  return parameters_->row_on(tape, table_, which);
}

template <typename T>
BatchNorm<T>::BatchNorm(Parameters<T>& parameters, const std::string& name, std::int64_t width)
    : parameters_(&parameters),
      gamma_(parameters.add(name + ".gamma", 1, width, {Start::Kind::constant, 1.0})),
      beta_(parameters.add(name + ".beta", 1, width, {Start::Kind::constant, 0.0})),
      mean_(parameters.add_state(name + ".running_mean", width, 0.0)),
      variance_(parameters.add_state(name + ".running_variance", width, 1.0)) {}

template <typename T>
Var BatchNorm<T>::operator()(Tape<T>& tape, Var x, const Pass& pass, bool relu,
                             Var residual) const {
  const NormVars<T> own = vars(tape);
  return batch_norm(tape, x, own.gamma, own.beta, own.running, {pass.training, relu}, residual);
}

template <typename T>
NormVars<T> BatchNorm<T>::vars(Tape<T>& tape) const {
  return {parameters_->on(tape, gamma_),
          parameters_->on(tape, beta_),
          {parameters_->state_at(mean_), parameters_->state_at(variance_)}};
}

template <typename T>
LayerNorm<T>::LayerNorm(Parameters<T>& parameters, const std::string& name, std::int64_t width)
    : parameters_(&parameters),
      gamma_(parameters.add(name + ".gamma", 1, width, {Start::Kind::constant, 1.0})),
      beta_(parameters.add(name + ".beta", 1, width, {Start::Kind::constant, 0.0})) {}

template <typename T>
Var LayerNorm<T>::operator()(Tape<T>& tape, Var x) const {
  return layer_norm(tape, x, parameters_->on(tape, gamma_), parameters_->on(tape, beta_), T(1e-6));
}

template <typename T>
BlockLinear<T>::BlockLinear(Parameters<T>& parameters, const std::string& name, std::int64_t blocks,
                            std::int64_t in, std::int64_t out, Start start)
    : parameters_(&parameters), blocks_(blocks),
      weight_(parameters.add(name + ".weight", blocks * in, out, start)) {}

template <typename T>
Var BlockLinear<T>::operator()(Tape<T>& tape, Var x) const {
  return block_linear(tape, x, parameters_->on(tape, weight_), blocks_);
}

template <typename T>
Mlp<T>::Mlp(Parameters<T>& parameters, const std::string& name,
            const std::vector<std::int64_t>& widths) {
  for (std::size_t i = 0; i + 1 < widths.size(); ++i)
    layers_.emplace_back(parameters, name + "." + std::to_string(i), widths[i], widths[i + 1]);
}

template <typename T>
Var Mlp<T>::operator()(Tape<T>& tape, Var x) const {
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i)
    x = layers_[i].then_relu(tape, x);
  return layers_.back()(tape, x);
}

template <typename T>
Var Mlp<T>::then_relu(Tape<T>& tape, Var x) const {
  for (const Linear<T>& layer : layers_)
    x = layer.then_relu(tape, x);
  return x;
}

template <typename T>
NormedMlp<T>::NormedMlp(Parameters<T>& parameters, const std::string& name,
                        const std::vector<std::int64_t>& widths, double dropout)
    : dropout_(dropout) {
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
    const std::string here = name + "." + std::to_string(i);
    layers_.emplace_back(parameters, here, widths[i], widths[i + 1]);
    if (i + 2 < widths.size()) norms_.emplace_back(parameters, here + ".norm", widths[i + 1]);
  }
}

template <typename T>
Var NormedMlp<T>::operator()(Tape<T>& tape, Var x, const Pass& pass) const {
  for (std::size_t i = 0; i < norms_.size(); ++i)
    x = dropout(tape, norms_[i](tape, layers_[i].then_relu(tape, x), pass),
                {dropout_, pass.training, pass.seed});
  return layers_.back()(tape, x);
}

template class Linear<float>;
template class Linear<double>;
template class Embedding<float>;
template class Embedding<double>;
template class BatchNorm<float>;
template class BatchNorm<double>;
template class Mlp<float>;
template class Mlp<double>;
template class LayerNorm<float>;
template class LayerNorm<double>;
template class BlockLinear<float>;
template class BlockLinear<double>;
template class NormedMlp<float>;
template class NormedMlp<double>;

} // namespace canon::nn
