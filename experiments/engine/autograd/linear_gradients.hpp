#pragma once

#include "autograd/tape.hpp"

namespace canon::nn {

/// Where a gradient goes; nowhere if `to` is null.
template <typename T>
struct Gradient {
  T* to = nullptr;
  bool add = false;
};

/// That of a matrix on a tape, if it is there and wanted; for use on the way back.
template <typename T>
Gradient<T> gradient_of(Tape<T>& tape, Var var) {
  if (!var.exists() || !tape.wants_grad(var)) return {};
  const auto found = tape.write_grad(var);
  return {found.to.data, found.add};
}

/// The gradients of Y = X W + bias from that of Y; or, if `y` is given, of Y = relu(X W + bias). On
/// the CPU in one walk over the rows, so that each row of X and dY comes from memory once for all
/// three.
template <typename T>
void linear_gradients(Pool& pool, Matrix<T> x, Matrix<T> weight, Matrix<T> dy, Gradient<T> dx,
                      Gradient<T> dweight, Gradient<T> dbias, const T* y = nullptr);

} // namespace canon::nn
