#pragma once

#include "kernels/math.hpp"

/// Sums over the rows of a matrix: first over blocks of rows, then over the blocks, in an order
/// that depends on the shape alone. at<W>() is the CPU's way, one call per block; with `Partial`
/// and what follows it a block of a device's threads shares the rows (device/cuda_run.hpp).
namespace canon::nn::kernel {

inline constexpr std::int64_t rows_per_block = 64; // 64 x 78 floats fit the first-level cache

/// Up to here a device sums all rows in one step: 48 by each of 8 lanes.
inline constexpr std::int64_t rows_of_one_fold = 384;

CANON_HD inline std::int64_t row_blocks(std::int64_t rows) {
  return (rows + rows_per_block - 1) / rows_per_block;
}

CANON_HD inline std::int64_t block_end(std::int64_t block, std::int64_t rows) {
  const std::int64_t end = (block + 1) * rows_per_block;
  return end < rows ? end : rows;
}

/// A fold by one thread, for the kernels that are made for a device: the CPU has no use for them.
template <int W, typename Kernel>
CANON_HD inline void fold_at(const Kernel& kernel, std::int64_t item, std::int64_t column) {
  for (std::int64_t c = column; c < column + W; ++c) {
    typename Kernel::Partial sum{};
    for (std::int64_t row = kernel.begin(item); row < kernel.end(item); ++row)
      kernel.take(sum, item, row, c);
    kernel.finish(sum, item, c);
  }
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

  using Partial = T;
  CANON_HD std::int64_t begin(std::int64_t block) const { return block * rows_per_block; }
  CANON_HD std::int64_t end(std::int64_t block) const { return block_end(block, rows); }
  CANON_HD void take(T& sum, std::int64_t, std::int64_t row, std::int64_t column) const {
    sum += x[row * columns + column];
  }
  CANON_HD void merge(T& sum, const T& other) const { sum += other; }
  CANON_HD void finish(const T& sum, std::int64_t block, std::int64_t column) const {
    partial[block * columns + column] = sum;
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

  using Partial = T;
  CANON_HD std::int64_t begin(std::int64_t) const { return 0; }
  CANON_HD std::int64_t end(std::int64_t) const { return count; }
  CANON_HD void take(T& sum, std::int64_t, std::int64_t row, std::int64_t column) const {
    sum += x[row * columns + column];
  }
  CANON_HD void merge(T& sum, const T& other) const { sum += other; }
  CANON_HD void finish(const T& sum, std::int64_t, std::int64_t column) const {
    put<1>(to + column, sum * scale, add);
  }
};

/// The sums of two matrices of the same size, side by side: of d and of d x^ in a normalisation.
template <typename T>
struct TwoSums {
  T d{}, dx{};

  CANON_HD void merge(const TwoSums& other) {
    d += other.d;
    dx += other.dx;
  }
};

/// The second step of a normalisation's sums: over the blocks, to `sum_d` and `sum_dx` unless they
/// are null, and onto the parameters' gradients.
template <typename T>
struct NormTotals {
  const T* block_d;
  const T* block_dx;
  std::int64_t blocks, columns;
  T* sum_d;
  T* sum_dx;
  T* beta; ///< its gradient, or null
  T* gamma;
  bool add_beta, add_gamma;

  template <int W>
  CANON_HD void at(std::int64_t, std::int64_t column) const {
    Lanes<T, W> d{}, dx{};
    for (std::int64_t block = 0; block < blocks; ++block) {
      d += load<W>(block_d + block * columns + column);
      dx += load<W>(block_dx + block * columns + column);
    }
    write<W>(d, dx, column);
  }

  using Partial = TwoSums<T>;
  CANON_HD std::int64_t begin(std::int64_t) const { return 0; }
  CANON_HD std::int64_t end(std::int64_t) const { return blocks; }
  CANON_HD void take(Partial& sum, std::int64_t, std::int64_t block, std::int64_t column) const {
    sum.d += block_d[block * columns + column];
    sum.dx += block_dx[block * columns + column];
  }
  CANON_HD void merge(Partial& sum, const Partial& other) const { sum.merge(other); }
  CANON_HD void finish(const Partial& sum, std::int64_t, std::int64_t column) const {
    write<1>(sum.d, sum.dx, column);
  }

private:
  template <int W>
  CANON_HD void write(const Lanes<T, W>& d, const Lanes<T, W>& dx, std::int64_t column) const {
    if (sum_d != nullptr) store<W>(sum_d + column, d);
    if (sum_dx != nullptr) store<W>(sum_dx + column, dx);
    if (beta != nullptr) put<W>(beta + column, d, add_beta);
    if (gamma != nullptr) put<W>(gamma + column, dx, add_gamma);
  }
};

} // namespace canon::nn::kernel
