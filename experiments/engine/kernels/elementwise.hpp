#pragma once

#include "kernels/math.hpp"

namespace canon::nn::kernel {

template <typename T>
struct Fill {
  T* to;
  T value;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    store<W>(to + i, spread<W>(value));
  }
};

template <typename T>
struct Copy {
  const T* from;
  T* to;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    put<W>(to + i, load<W>(from + i), add);
  }
};

/// to = x + y
template <typename T>
struct Add {
  const T* x;
  const T* y;
  T* to;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    store<W>(to + i, load<W>(x + i) + load<W>(y + i));
  }
};

/// to (+)= a x
template <typename T>
struct Scale {
  T a;
  const T* x;
  T* to;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    put<W>(to + i, a * load<W>(x + i), add);
  }
};

} // namespace canon::nn::kernel
