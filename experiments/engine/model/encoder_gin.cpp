#include "model/encoder_gin.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/channels.hpp"
#include "autograd/gin_stack.hpp"

namespace canon::nn {
namespace {

std::int64_t out_of(const ModelOptions& options) {
  return options.encoder_out > 0 ? options.encoder_out : options.encoder_hidden;
}

bool sums(const ModelOptions& options) {
  return options.encoder_columns == EncoderColumns::sum;
}

/// As deep as phi, and as wide.
std::vector<std::int64_t> rho_widths(const ModelOptions& options) {
  std::vector<std::int64_t> widths(static_cast<std::size_t>(options.encoder_layers),
                                   options.encoder_hidden);
  widths[0] = sums(options) ? out_of(options) : options.encoding * out_of(options);
  widths.push_back(options.encoding);
  return widths;
}

} // namespace

template <typename T>
GinEncoder<T>::GinEncoder(Parameters<T>& parameters, const ModelOptions& options, bool both)
    : columns_(options.encoding), both_(both), sum_(sums(options)),
      complete_(options.encoder_graph == EncoderGraph::complete), dropout_(options.encoder_dropout),
      rho_(parameters, "encoder.rho", rho_widths(options), dropout_) {
  const std::int64_t width = options.encoder_hidden;
  for (int i = 0; i < options.encoder_layers; ++i) {
    const std::string name = "encoder.phi" + std::to_string(i);
    const std::int64_t in = i == 0 ? 1 : width;
    const std::int64_t out = i + 1 < options.encoder_layers ? width : out_of(options);
    convolutions_.emplace_back(parameters, name, std::vector<std::int64_t>{in, width, out},
                               dropout_);
    if (i > 0) norms_.emplace_back(parameters, name + ".norm", width);
  }
}

template <typename T>
Var GinEncoder<T>::phi(Tape<T>& tape, Var x, const GraphBatch<T>& batch, const Pass& pass) const {
  std::vector<GinLayer<T>> layers;
  for (std::size_t i = 0; i < convolutions_.size(); ++i) {
    const Linear<T>&first = convolutions_[i].layer(0), &second = convolutions_[i].layer(1);
    layers.push_back({i > 0 ? norms_[i - 1].vars(tape) : NormVars<T>{}, first.weight(tape),
                      first.bias(tape), convolutions_[i].norm(0).vars(tape), second.weight(tape),
                      second.bias(tape)});
  }
  return gin_stack(tape, x, batch.edges(), batch.graph_nodes(), layers,
                   {columns_, pass.training, complete_, dropout_, pass.seed});
}

template <typename T>
Var GinEncoder<T>::operator()(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  const Matrix<const T> encoding = encoding_of(batch, columns_);
  // A column is a channel of one number: the same memory as (nodes columns) x 1.
  const Var x = tape.constant({encoding.data, encoding.size(), 1});
  Var h = phi(tape, x, batch, pass);
  if (both_) h = add(tape, h, phi(tape, scale(tape, x, T(-1)), batch, pass));
  h = sum_ ? channel_sum(tape, h, columns_, batch.graph_nodes())
           : reshape(tape, h, encoding.rows, columns_ * tape.columns(h));
  return rho_(tape, h, pass);
}

template class GinEncoder<float>;
template class GinEncoder<double>;

} // namespace canon::nn
