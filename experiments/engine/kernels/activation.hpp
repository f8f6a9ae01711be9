#pragma once

#include "kernels/kinds.hpp"
#include "kernels/math.hpp"

namespace canon::nn::kernel {

inline constexpr double leaky_slope = 0.01;

template <typename T>
struct Activate {
  const T* x;
  Activation kind;
  T* y;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    const Lanes<T, W> v = load<W>(x + i);
    Lanes<T, W> r = v;
    switch (kind) {
    case Activation::relu:
      r = larger<W, T>(v, Lanes<T, W>{});
      break;
    case Activation::leaky_relu:
      r = v > T(0) ? v : v * T(leaky_slope);
      break;
    case Activation::sigmoid:
      r = kernel::sigmoid<W, T>(v);
      break;
    case Activation::tanh:
      r = hyperbolic_tangent<W, T>(v);
      break;
    case Activation::softplus:
      r = kernel::softplus<W, T>(v);
      break;
    case Activation::elu:
      r = v > T(0) ? v : exponential<W, T>(v) - T(1);
      break;
    }
    store<W>(y + i, r);
  }
};

/// From the result alone where that suffices; softplus' = 1 - e^-y.
template <typename T>
struct ActivateBack {
  const T* y;
  const T* dy;
  Activation kind;
  T* dx;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    const Lanes<T, W> v = load<W>(y + i), d = load<W>(dy + i);
    Lanes<T, W> r = d;
    switch (kind) {
    case Activation::relu:
      r = v > T(0) ? d : Lanes<T, W>{};
      break;
    case Activation::leaky_relu:
      r = v > T(0) ? d : d * T(leaky_slope);
      break;
    case Activation::sigmoid:
      r = d * v * (T(1) - v);
      break;
    case Activation::tanh:
      r = d * (T(1) - v * v);
      break;
    case Activation::softplus:
      r = d * (T(1) - exponential<W, T>(-v));
      break;
    case Activation::elu:
      r = v > T(0) ? d : d * (v + T(1));
      break;
    }
    put<W>(dx + i, r, add);
  }
};

} // namespace canon::nn::kernel
