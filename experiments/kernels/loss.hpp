#pragma once

#include "kernels/math.hpp"

namespace canon::nn {

/// |x - target| of each element
template <typename T>
struct AbsoluteError {
  const T* x;
  const T* target;
  T* loss;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    const Lanes<T, W> off = load<W>(x + i) - load<W>(target + i);
    store<W>(loss + i, off > T(0) ? off : -off);
  }
};

template <typename T>
struct AbsoluteErrorBack {
  const T* x;
  const T* target;
  const T* dy; ///< one number
  T scale;
  T* dx;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    const Lanes<T, W> off = load<W>(x + i) - load<W>(target + i);
    const Lanes<T, W> slope = spread<W>(scale * dy[0]), none{};
    put<W>(dx + i, off > T(0) ? slope : off < T(0) ? -slope : none, add);
  }
};

} // namespace canon::nn
