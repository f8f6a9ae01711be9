#pragma once

#include "device/lanes.hpp"

#include <cmath>
#include <cstdint>

/// Functions of lanes. In float they are our own, without branches, so that both backends compute
/// the same and the CPU in vectors; in double, which serves the checks, they are the library's.
namespace canon::nn::kernel {

template <int W, typename T, typename Function>
CANON_HD inline Lanes<T, W> each(const Lanes<T, W>& x, const Function& function) {
  if constexpr (W == 1) {
    return function(x);
  } else {
    Lanes<T, W> y{}; // set, for a compiler that does not see that every lane is written
    for (int i = 0; i < W; ++i)
      y[i] = function(x[i]);
    return y;
  }
}

template <int W, typename T>
CANON_HD inline Lanes<T, W> larger(const Lanes<T, W>& a, const Lanes<T, W>& b) {
  return a > b ? a : b;
}

template <int W, typename T>
CANON_HD inline Lanes<T, W> smaller(const Lanes<T, W>& a, const Lanes<T, W>& b) {
  return a < b ? a : b;
}

/// e^x to 2 units in the last place for x in [-87, 88]; beyond, the value at the end (so it is
/// never 0 or infinite). x = n ln 2 + r, and a polynomial in r.
template <int W>
CANON_HD inline Lanes<float, W> exp_float(Lanes<float, W> x) {
  using Int = Lanes<std::int32_t, W>;
  x = larger<W, float>(smaller<W, float>(x, spread<W>(88.0F)), spread<W>(-87.0F));
  constexpr float to_integer = 12582912.0F; // 1.5 * 2^23: adding it leaves the integer in the bits
  const Lanes<float, W> shifted = x * 1.44269504F + to_integer;
  const Lanes<float, W> n = shifted - to_integer;
  const Lanes<float, W> r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
  Lanes<float, W> p = r * 1.9875691500e-4F + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  p = p * r * r + r + 1.0F;
  Int bits, exponent;
  std::memcpy(&bits, &p, sizeof bits);
  std::memcpy(&exponent, &shifted, sizeof exponent);
  bits += exponent << 23; // the low bits of `shifted` are n; the others are shifted out
  Lanes<float, W> y;
  std::memcpy(&y, &bits, sizeof y);
  return y;
}

template <int W, typename T>
CANON_HD inline Lanes<T, W> exponential(const Lanes<T, W>& x) {
  if constexpr (sizeof(T) == sizeof(float))
    return exp_float<W>(x);
  else
    return each<W, T>(x, [](T value) { return std::exp(value); });
}

template <int W, typename T>
CANON_HD inline Lanes<T, W> sigmoid(const Lanes<T, W>& x) {
  return T(1) / (T(1) + exponential<W, T>(-x));
}

template <int W, typename T>
CANON_HD inline Lanes<T, W> hyperbolic_tangent(const Lanes<T, W>& x) {
  if constexpr (sizeof(T) == sizeof(float)) {
    // Near 0 the difference would lose all digits; x - x^3/3 has them.
    const Lanes<T, W> far = T(2) * sigmoid<W, T>(x + x) - T(1);
    const Lanes<T, W> near = x - x * x * x * T(1.0 / 3);
    return x * x < T(1e-4) ? near : far;
  } else {
    return each<W, T>(x, [](T value) { return std::tanh(value); });
  }
}

template <int W, typename T>
CANON_HD inline Lanes<T, W> square_root(const Lanes<T, W>& x) {
  return each<W, T>(x, [](T value) { return std::sqrt(value); });
}

/// log(1 + t) for t in [0, 1]: 2 artanh(t / (2 + t)), whose series needs nine terms there.
template <int W>
CANON_HD inline Lanes<float, W> log_one_plus_float(const Lanes<float, W>& t) {
  const Lanes<float, W> s = t / (t + 2.0F), q = s * s;
  Lanes<float, W> p = q * (2.0F / 17) + 2.0F / 15;
  p = p * q + 2.0F / 13;
  p = p * q + 2.0F / 11;
  p = p * q + 2.0F / 9;
  p = p * q + 2.0F / 7;
  p = p * q + 2.0F / 5;
  p = p * q + 2.0F / 3;
  return p * q * s + 2.0F * s;
}

/// log(1 + e^x), without overflow.
template <int W, typename T>
CANON_HD inline Lanes<T, W> softplus(const Lanes<T, W>& x) {
  const Lanes<T, W> above = x > T(0) ? x : Lanes<T, W>{}, below = x > T(0) ? -x : x;
  if constexpr (sizeof(T) == sizeof(float))
    return above + log_one_plus_float<W>(exp_float<W>(below));
  else
    return above + each<W, T>(below, [](T value) { return std::log1p(std::exp(value)); });
}

} // namespace canon::nn::kernel
