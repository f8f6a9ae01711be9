#pragma once

#include "kernels/columns.hpp"

/// A row or a column that meets every row or column of a matrix, and parts of rows.
namespace canon::nn {

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

/// y (+)= x * row
template <typename T>
struct MultiplyRow {
  const T* x;
  const T* row;
  std::int64_t columns;
  T* y;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t i, std::int64_t column) const {
    const std::int64_t at = i * columns + column;
    put<W>(y + at, load<W>(x + at) * load<W>(row + column), add);
  }
};

/// y (+)= x * column
template <typename T>
struct MultiplyColumn {
  const T* x;
  const T* factor; ///< one a row
  std::int64_t columns;
  T* y;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t i, std::int64_t column) const {
    const std::int64_t at = i * columns + column;
    put<W>(y + at, load<W>(x + at) * factor[i], add);
  }
};

/// partial[block] = sum over the block's rows of x * y
template <typename T>
struct SumProductBlocks {
  const T* x;
  const T* y;
  std::int64_t rows, columns;
  T* partial;

  template <int W>
  CANON_HD void at(std::int64_t block, std::int64_t column) const {
    Lanes<T, W> sum{};
    for (std::int64_t row = block * rows_per_block; row < block_end(block, rows); ++row)
      sum += load<W>(x + row * columns + column) * load<W>(y + row * columns + column);
    store<W>(partial + block * columns + column, sum);
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

} // namespace canon::nn
