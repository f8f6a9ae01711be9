#pragma once

#include "kernels/columns.hpp"
#include "kernels/rows.hpp"

/// Normalisation of every row; one row is one piece of work, for_each_row() starts it.
namespace canon::nn::kernel {

template <typename T>
struct LayerNorm {
  const T* x;
  const T* gamma;
  const T* beta;
  std::int64_t columns;
  T eps;
  T* mean;    ///< one per row
  T* inverse; ///< one per row: 1 / sqrt(variance + eps)
  T* y;

  struct Value {
    const T* row;

    template <int W>
    CANON_HD Lanes<T, W> at(std::int64_t i) const {
      return load<W>(row + i);
    }
  };
  struct Square {
    const T* row;
    T centre;

    template <int W>
    CANON_HD Lanes<T, W> at(std::int64_t i) const {
      const Lanes<T, W> off = load<W>(row + i) - centre;
      return off * off;
    }
  };

  CANON_HD void operator()(std::int64_t i) const {
    const T* row = x + i * columns;
    const T centre = share_row<T>(columns, Value{row}) / static_cast<T>(columns);
    const T variance = share_row<T>(columns, Square{row, centre}) / static_cast<T>(columns);
    const T inv = T(1) / std::sqrt(variance + eps);
    if (row_lane() == 0) {
      mean[i] = centre;
      inverse[i] = inv;
    }
    T* const to = y + i * columns;
    for (std::int64_t c = row_lane(); c < columns; c += row_lanes)
      to[c] = (row[c] - centre) * inv * gamma[c] + beta[c];
  }
};

/// dx = (g - mean(g) - x^ mean(g x^)) / sigma with g = gamma dy, the means along the row.
template <typename T>
struct LayerNormBack {
  const T* x;
  const T* gamma;
  const T* mean;
  const T* inverse;
  const T* dy;
  std::int64_t columns;
  T* dx;
  bool add;

  struct Off {
    const T* row;
    const T* d;
    const T* gamma;
    T centre;

    template <int W>
    CANON_HD Lanes<T, W> at(std::int64_t i) const {
      return load<W>(d + i) * load<W>(gamma + i) * (load<W>(row + i) - centre);
    }
  };

  CANON_HD void operator()(std::int64_t i) const {
    const T* row = x + i * columns;
    const T* d = dy + i * columns;
    const T centre = mean[i], inv = inverse[i], share = T(1) / static_cast<T>(columns);
    const T mean_g = share_row<T>(columns, Product<T>{d, gamma}) * share;
    const T slope = share_row<T>(columns, Off{row, d, gamma, centre}) * share * inv * inv;
    T* const to = dx + i * columns;
    for (std::int64_t c = row_lane(); c < columns; c += row_lanes) {
      const T value = (d[c] * gamma[c] - mean_g - (row[c] - centre) * slope) * inv;
      to[c] = add ? to[c] + value : value;
    }
  }
};

/// Of each block of rows the sums of dy and of dy x^.
template <typename T>
struct LayerNormSums {
  const T* x;
  const T* mean;
  const T* inverse;
  const T* dy;
  std::int64_t rows, columns;
  T* sum_d;
  T* sum_dx;

  template <int W>
  CANON_HD void at(std::int64_t block, std::int64_t column) const {
    Lanes<T, W> d_total{}, dx_total{};
    for (std::int64_t row = block * rows_per_block; row < block_end(block, rows); ++row) {
      const std::int64_t i = row * columns + column;
      const Lanes<T, W> d = load<W>(dy + i);
      d_total += d;
      dx_total += d * ((load<W>(x + i) - mean[row]) * inverse[row]);
    }
    store<W>(sum_d + block * columns + column, d_total);
    store<W>(sum_dx + block * columns + column, dx_total);
  }

  using Partial = TwoSums<T>;
  CANON_HD std::int64_t begin(std::int64_t block) const { return block * rows_per_block; }
  CANON_HD std::int64_t end(std::int64_t block) const { return block_end(block, rows); }
  CANON_HD void take(Partial& sum, std::int64_t, std::int64_t row, std::int64_t column) const {
    const std::int64_t i = row * columns + column;
    sum.d += dy[i];
    sum.dx += dy[i] * ((x[i] - mean[row]) * inverse[row]);
  }
  CANON_HD void merge(Partial& sum, const Partial& other) const { sum.merge(other); }
  CANON_HD void finish(const Partial& sum, std::int64_t block, std::int64_t column) const {
    sum_d[block * columns + column] = sum.d;
    sum_dx[block * columns + column] = sum.dx;
  }
};

} // namespace canon::nn::kernel
