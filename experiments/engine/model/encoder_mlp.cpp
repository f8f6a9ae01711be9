#include "model/encoder_mlp.hpp"

#include "autograd/arithmetic.hpp"
#include "autograd/channels.hpp"

namespace canon::nn {

template <typename T>
MlpEncoder<T>::MlpEncoder(Parameters<T>& parameters, const ModelOptions& options)
    : columns_(options.encoding), hidden_(options.encoder_hidden),
      first_(parameters, "encoder.phi0", 1, hidden_),
      second_(parameters, "encoder.phi1", hidden_, hidden_),
      rho_(parameters, "encoder.rho", columns_ * hidden_, columns_),
      norm_(parameters, "encoder.norm", hidden_) {}

template <typename T>
Var MlpEncoder<T>::phi(Tape<T>& tape, Var x) const {
  x = norm_(tape, activate(tape, first_(tape, x), Activation::leaky_relu));
  return activate(tape, second_(tape, x), Activation::leaky_relu);
}

template <typename T>
Var MlpEncoder<T>::operator()(Tape<T>& tape, const GraphBatch<T>& batch, const Pass&) const {
  const Matrix<const T> encoding = encoding_of(batch, columns_);
  const Var x = tape.constant({encoding.data, encoding.size(), 1});
  const Var both = add(tape, phi(tape, x), phi(tape, scale(tape, x, T(-1))));
  const Var side_by_side = reshape(tape, both, encoding.rows, columns_ * hidden_);
  return activate(tape, rho_(tape, side_by_side), Activation::leaky_relu);
}

template class MlpEncoder<float>;
template class MlpEncoder<double>;

} // namespace canon::nn
