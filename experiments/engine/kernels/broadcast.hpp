#pragma once

#include "kernels/math.hpp"

/// A row that meets every row of a matrix, and parts of rows.
namespace canon::nn::kernel {

/// y = x + row
template <typename T>
struct AddRow {
  const T* x;
  const T* row;
  std::int64_t columns;
  T* y;

  template <int W>
  CANON_HD void at(std::int64_t i, std::int64_t column) const {
    const std::int64_t at = i * columns + column;
    store<W>(y + at, load<W>(x + at) + load<W>(row + column));
  }
};

/// Copies between matrices whose rows lie differently far apart.
template <typename T>
struct CopyColumns {
  const T* from;
  std::int64_t from_stride;
  T* to;
  std::int64_t to_stride;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    put<W>(to + row * to_stride + column, load<W>(from + row * from_stride + column), add);
  }
};

} // namespace canon::nn::kernel
