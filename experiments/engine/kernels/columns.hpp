#pragma once

#include "kernels/math.hpp"

/// Sums over the rows of a matrix: first over blocks of rows, then over the blocks, in an order
/// that depends on the shape alone.
namespace canon::nn::kernel {

inline constexpr std::int64_t rows_per_block = 64; // 64 x 78 floats fit the first-level cache

CANON_HD inline std::int64_t row_blocks(std::int64_t rows) {
  return (rows + rows_per_block - 1) / rows_per_block;
}

CANON_HD inline std::int64_t block_end(std::int64_t block, std::int64_t rows) {
  const std::int64_t end = (block + 1) * rows_per_block;
  return end < rows ? end : rows;
}

/// The blocks that rows are summed in: of 64 rows, or those between given offsets, which may be
/// empty.
struct RowBlocks {
  std::int64_t rows;
  const int* offset = nullptr; ///< given + 1
  std::int64_t given = 0;

  CANON_HD std::int64_t count() const { return offset != nullptr ? given : row_blocks(rows); }
  CANON_HD std::int64_t begin(std::int64_t block) const {
    return offset != nullptr ? offset[block] : block * rows_per_block;
  }
  CANON_HD std::int64_t end(std::int64_t block) const {
    return offset != nullptr ? offset[block + 1] : block_end(block, rows);
  }
};

/// partial[block] = sum of the block's rows
template <typename T>
struct SumBlocks {
  const T* x;
  std::int64_t rows, columns;
  T* partial;

  [[nodiscard]] bool repeatable() const { return true; }

  template <int W>
  CANON_HD void at(std::int64_t block, std::int64_t column) const {
    Lanes<T, W> sum{};
    for (std::int64_t row = block * rows_per_block; row < block_end(block, rows); ++row)
      sum += load<W>(x + row * columns + column);
    store<W>(partial + block * columns + column, sum);
  }
};

/// to (+)= scale * sum of `count` rows
template <typename T>
struct SumRows {
  const T* x;
  std::int64_t count, columns;
  T scale;
  T* to;
  bool add;

  [[nodiscard]] bool repeatable() const { return !add; }

  template <int W>
  CANON_HD void at(std::int64_t, std::int64_t column) const {
    Lanes<T, W> sum{};
    for (std::int64_t row = 0; row < count; ++row)
      sum += load<W>(x + row * columns + column);
    put<W>(to + column, sum * scale, add);
  }
};

} // namespace canon::nn::kernel
