#pragma once

#include "kernels/math.hpp"

/// What a GIN's layers need on some graphs at a time, whose nodes from `first` on have matrices of
/// their own.
namespace canon::nn::kernel {

/// Of node v: y_v = x_v + the sum of x_u over its edges, and its transpose over those that leave.
template <typename T>
struct SumSeen {
  const T* x;
  std::int64_t first;
  const int* offset; ///< nodes + 1: places in `item`
  const int* item;   ///< edges; null: the edges of a node lie together
  const int* other;  ///< the other end of an edge
  std::int64_t columns;
  T* y;

  [[nodiscard]] bool repeatable() const { return true; }

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t column) const {
    Lanes<T, W> sum{};
    for (int i = offset[v]; i < offset[v + 1]; ++i)
      sum += load<W>(x + (other[item != nullptr ? item[i] : i] - first) * columns + column);
    const std::int64_t at = (v - first) * columns + column;
    store<W>(y + at, sum + load<W>(x + at));
  }
};

/// y = [relu] (y + bias)
template <typename T>
struct AddBias {
  const T* bias; ///< 1 x columns
  std::int64_t columns;
  bool relu;
  T* y;

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    Lanes<T, W> z = load<W>(y + row * columns + column) + load<W>(bias + column);
    if (relu) z = larger<W, T>(z, Lanes<T, W>{});
    store<W>(y + row * columns + column, z);
  }
};

} // namespace canon::nn::kernel
