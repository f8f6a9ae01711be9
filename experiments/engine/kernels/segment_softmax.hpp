#pragma once

#include "kernels/math.hpp"

namespace canon::nn {

/// y_i = prior_i e^x_i / (the sum of these over the segment), each column for itself. An item with
/// the prior 0 takes no part.
template <typename T>
struct SegmentSoftmax {
  const T* x;
  const int* offset;
  const T* prior; ///< one an item; null: all 1
  std::int64_t columns;
  T* y;

  template <int W>
  CANON_HD void at(std::int64_t segment, std::int64_t column) const {
    const int first = offset[segment], end = offset[segment + 1];
    Lanes<T, W> most{}, sum{};
    bool any = false;
    for (int i = first; i < end; ++i) {
      if (prior != nullptr && !(prior[i] > T(0))) continue;
      const Lanes<T, W> v = load<W>(x + i * columns + column);
      most = any ? larger<W, T>(most, v) : v;
      any = true;
    }
    for (int i = first; i < end; ++i) {
      const std::int64_t at = i * columns + column;
      Lanes<T, W> e{};
      if (prior == nullptr)
        e = exponential<W, T>(load<W>(x + at) - most);
      else if (prior[i] > T(0))
        e = exponential<W, T>(load<W>(x + at) - most) * prior[i];
      sum += e;
      store<W>(y + at, e);
    }
    if (!any) return;
    const Lanes<T, W> inverse = T(1) / sum;
    for (int i = first; i < end; ++i) {
      T* const at = y + i * columns + column;
      store<W>(at, load<W>(at) * inverse);
    }
  }
};

/// dx_i = y_i (dy_i - sum of y dy)
template <typename T>
struct SegmentSoftmaxBack {
  const T* y;
  const T* dy;
  const int* offset;
  std::int64_t columns;
  T* dx;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t segment, std::int64_t column) const {
    const int first = offset[segment], end = offset[segment + 1];
    Lanes<T, W> sum{};
    for (int i = first; i < end; ++i) {
      const std::int64_t at = i * columns + column;
      sum += load<W>(y + at) * load<W>(dy + at);
    }
    for (int i = first; i < end; ++i) {
      const std::int64_t at = i * columns + column;
      put<W>(dx + at, load<W>(y + at) * (load<W>(dy + at) - sum), add);
    }
  }
};

} // namespace canon::nn
