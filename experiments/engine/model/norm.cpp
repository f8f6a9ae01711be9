#include "model/norm.hpp"

#include "model/names.hpp"

namespace canon::nn {

template <typename T>
Norm<T>::Norm(Parameters<T>& parameters, const std::string& kind, const std::string& name,
              std::int64_t width) {
  switch (by_name<char>("norm", kind, {{"batch", 'b'}, {"layer", 'l'}, {"none", 'n'}})) {
  case 'b':
    batch_.emplace(parameters, name, width);
    break;
  case 'l':
    layer_.emplace(parameters, name, width);
    break;
  default:
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
