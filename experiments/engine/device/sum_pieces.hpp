#pragma once

#include "device/launch.hpp"

namespace canon::nn {

/// Sums `count` matrices of `size` numbers that lie one after the other, in their order.
template <typename T>
struct SumPieces {
  const T* pieces;
  std::int64_t count, size, columns, stride;
  T* to;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    const T* from = pieces + row * columns + column;
    Lanes<T, W> sum = load<W>(from);
    for (std::int64_t i = 1; i < count; ++i)
      sum += load<W>(from + i * size);
    put<W>(to + row * stride + column, sum, add);
  }
};

} // namespace canon::nn
