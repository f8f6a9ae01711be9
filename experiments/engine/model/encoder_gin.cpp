#include "model/encoder_gin.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/channels.hpp"
#include "autograd/neighbours.hpp"

namespace canon::nn {
namespace {

/// As deep as phi, and as wide.
std::vector<std::int64_t> rho_widths(const ModelOptions& options) {
  std::vector<std::int64_t> widths(static_cast<std::size_t>(options.encoder_layers),
                                   options.encoder_hidden);
  widths.push_back(options.encoding);
  return widths;
}

} // namespace

template <typename T>
GinEncoder<T>::GinEncoder(Parameters<T>& parameters, const ModelOptions& options, bool both)
    : columns_(options.encoding), both_(both),
      rho_(parameters, "encoder.rho", rho_widths(options)) {
  const std::int64_t width = options.encoder_hidden;
  for (int i = 0; i < options.encoder_layers; ++i) {
    const std::string name = "encoder.phi" + std::to_string(i);
    convolutions_.emplace_back(parameters, name,
                               std::vector<std::int64_t>{i == 0 ? 1 : width, width, width});
    if (i > 0) norms_.emplace_back(parameters, name + ".norm", width);
  }
}

template <typename T>
Var GinEncoder<T>::phi(Tape<T>& tape, Var x, const GraphBatch<T>& batch, const Pass& pass) const {
  for (std::size_t i = 0; i < convolutions_.size(); ++i) {
    if (i > 0) x = norms_[i - 1](tape, x, pass);
    x = convolutions_[i](
        tape, neighbour_sum(tape, x, batch.edges(), Neighbours::sum, T(1), columns_), pass);
  }
  return x;
}

template <typename T>
Var GinEncoder<T>::operator()(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const {
  const Matrix<const T> encoding = encoding_of(batch, columns_);
  // A column is a channel of one number: the same memory as (nodes columns) x 1.
  const Var x = tape.constant({encoding.data, encoding.size(), 1});
  Var h = phi(tape, x, batch, pass);
  if (both_) h = add(tape, h, phi(tape, scale(tape, x, T(-1)), batch, pass));
  return rho_(tape, channel_sum(tape, h, columns_, batch.graph_nodes()), pass);
}

template class GinEncoder<float>;
template class GinEncoder<double>;

} // namespace canon::nn
