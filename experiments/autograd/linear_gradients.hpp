#pragma once

#include "device/matrix.hpp"
#include "device/pool.hpp"

namespace canon::nn {

/// Where a gradient goes; nowhere if `to` is null.
template <typename T>
struct Gradient {
  T* to = nullptr;
  bool add = false;
};

/// The gradients of Y = X W + bias from that of Y; or, if `y` is given, of Y = relu(X W + bias). On
/// the CPU in one walk over the rows, so that each row of X and dY comes from memory once for all
/// three.
template <typename T>
void linear_gradients(Pool& pool, Matrix<T> x, Matrix<T> weight, Matrix<T> dy, Gradient<T> dx,
                      Gradient<T> dweight, Gradient<T> dbias, const T* y = nullptr);

} // namespace canon::nn
