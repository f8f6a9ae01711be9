#include "model/norm.hpp"

namespace canon::nn {

template <typename T>
Norm<T>::Norm(Parameters<T>& parameters, NormKind kind, const std::string& name,
              std::int64_t width) {
  switch (kind) {
  case NormKind::batch:
    batch_.emplace(parameters, name, width);
    break;
  case NormKind::layer:
    layer_.emplace(parameters, name, width);
    break;
  case NormKind::none:
    break;
  }
}

template <typename T>
Var Norm<T>::operator()(Tape<T>& tape, Var x, const Pass& pass) const {
  if (batch_) return (*batch_)(tape, x, pass);
  return layer_ ? (*layer_)(tape, x) : x;
}

template class Norm<float>;
template class Norm<double>;

} // namespace canon::nn
