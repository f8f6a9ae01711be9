#include "model/readout.hpp"

#include "autograd/dropout.hpp"
#include "autograd/segment.hpp"

namespace canon::nn {

template <typename T>
Readout<T>::Readout(Parameters<T>& parameters, const ModelOptions& options, std::int64_t width)
    : pooling_(options.pool), first_dropout_(options.head_dropout),
      second_dropout_(options.head_dropout) {
  std::vector<std::int64_t> widths{width};
  if (options.head == HeadKind::halving) widths.insert(widths.end(), {width / 2, width / 4});
  if (options.head == HeadKind::wide) {
    widths.insert(widths.end(), {width, width / 2});
    activation_ = Activation::elu;
    second_dropout_ = 0.5;
  }
  widths.push_back(options.outputs);
  for (std::size_t i = 0; i + 1 < widths.size(); ++i)
    layers_.emplace_back(parameters, "head." + std::to_string(i), widths[i], widths[i + 1]);
}

template <typename T>
Var Readout<T>::pool(Tape<T>& tape, Var rows, const Segments& segments) const {
  switch (pooling_) {
  case Pooling::sum:
    return segment_sum(tape, rows, segments);
  case Pooling::max:
    return segment_max(tape, rows, segments);
  case Pooling::mean:
    break;
  }
  return segment_mean(tape, rows, segments);
}

template <typename T>
Var Readout<T>::head(Tape<T>& tape, Var pooled, const Pass& pass) const {
  Var x = pooled;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    if (i > 0) x = activate(tape, x, activation_);
    if (i < 2)
      x = dropout(tape, x, {i == 0 ? first_dropout_ : second_dropout_, pass.training, pass.seed});
    x = layers_[i](tape, x);
  }
  return x;
}

template <typename T>
Var Readout<T>::operator()(Tape<T>& tape, Var rows, const Segments& segments,
                           const Pass& pass) const {
  return head(tape, pool(tape, rows, segments), pass);
}

template class Readout<float>;
template class Readout<double>;

} // namespace canon::nn
