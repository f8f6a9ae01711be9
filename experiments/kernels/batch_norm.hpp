#pragma once

#include "kernels/columns.hpp"

/// Batch normalisation with what usually follows it, y = residual + relu(gamma x^ + beta), in as
/// few passes over memory as its sums allow.
namespace canon::nn {

/// Of each block of rows the mean and the sum of squares about it: no cancellation, and the second
/// reading comes from the nearest cache.
template <typename T>
struct BlockMoments {
  const T* x;
  std::int64_t rows, columns;
  T* mean;
  T* square;

  [[nodiscard]] bool repeatable() const { return true; }

  template <int W>
  CANON_HD void at(std::int64_t block, std::int64_t column) const {
    const std::int64_t first = block * rows_per_block, end = block_end(block, rows);
    Lanes<T, W> sum{};
    for (std::int64_t row = first; row < end; ++row)
      sum += load<W>(x + row * columns + column);
    const Lanes<T, W> centre = sum / static_cast<T>(end - first);
    Lanes<T, W> spread_sum{};
    for (std::int64_t row = first; row < end; ++row) {
      const Lanes<T, W> off = load<W>(x + row * columns + column) - centre;
      spread_sum += off * off;
    }
    store<W>(mean + block * columns + column, centre);
    store<W>(square + block * columns + column, spread_sum);
  }
};

/// Puts the blocks together (Chan, Golub and LeVeque), and moves the running statistics.
template <typename T>
struct Moments {
  const T* block_mean;
  const T* block_square;
  std::int64_t rows, columns;
  T eps, momentum;
  T* mean;
  T* inverse; ///< 1 / sqrt(variance + eps)
  T* running_mean;
  T* running_variance;

  template <int W>
  CANON_HD void at(std::int64_t, std::int64_t column) const {
    Lanes<T, W> centre = load<W>(block_mean + column), square = load<W>(block_square + column);
    const std::int64_t blocks = row_blocks(rows);
    for (std::int64_t block = 1; block < blocks; ++block) {
      const auto before = static_cast<T>(block * rows_per_block);
      const auto more = static_cast<T>(block_end(block, rows) - block * rows_per_block);
      const Lanes<T, W> off = load<W>(block_mean + block * columns + column) - centre;
      centre += off * (more / (before + more));
      square += load<W>(block_square + block * columns + column) +
                off * off * (before * more / (before + more));
    }
    const Lanes<T, W> variance = square / static_cast<T>(rows);
    store<W>(mean + column, centre);
    store<W>(inverse + column, T(1) / square_root<W, T>(variance + eps));
    // The running variance is the unbiased one, as everywhere.
    const Lanes<T, W> unbiased = rows > 1 ? square / static_cast<T>(rows - 1) : variance;
    store<W>(running_mean + column,
             load<W>(running_mean + column) * (T(1) - momentum) + centre * momentum);
    store<W>(running_variance + column,
             load<W>(running_variance + column) * (T(1) - momentum) + unbiased * momentum);
  }
};

/// In evaluation: the running statistics serve.
template <typename T>
struct RunningMoments {
  const T* running_mean;
  const T* running_variance;
  T eps;
  T* mean;
  T* inverse;

  template <int W>
  CANON_HD void at(std::int64_t, std::int64_t column) const {
    store<W>(mean + column, load<W>(running_mean + column));
    store<W>(inverse + column, T(1) / square_root<W, T>(load<W>(running_variance + column) + eps));
  }
};

template <typename T>
struct Normalise {
  const T* x;
  const T* mean;
  const T* inverse;
  const T* gamma;
  const T* beta;
  const T* residual; ///< or null
  std::int64_t columns;
  bool relu;
  T* y;

  [[nodiscard]] bool repeatable() const { return true; }

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    const std::int64_t i = row * columns + column;
    const Lanes<T, W> slope = load<W>(gamma + column) * load<W>(inverse + column);
    Lanes<T, W> z = (load<W>(x + i) - load<W>(mean + column)) * slope + load<W>(beta + column);
    if (relu) z = larger<W, T>(z, Lanes<T, W>{});
    if (residual != nullptr) z += load<W>(residual + i);
    store<W>(y + i, z);
  }
};

/// What arrives at the normalised value: dy where the ReLU let it pass. Whether it did is computed
/// again from x, exactly as in Normalise.
template <typename T>
struct ThroughRelu {
  const T* x;
  const T* mean;
  const T* inverse;
  const T* gamma;
  const T* beta;
  const T* dy;
  std::int64_t columns;
  bool relu;

  template <int W>
  CANON_HD Lanes<T, W> at(std::int64_t row, std::int64_t column, Lanes<T, W>& off) const {
    const std::int64_t i = row * columns + column;
    off = load<W>(x + i) - load<W>(mean + column);
    const Lanes<T, W> slope = load<W>(gamma + column) * load<W>(inverse + column);
    const Lanes<T, W> z = off * slope + load<W>(beta + column);
    const Lanes<T, W> d = load<W>(dy + i);
    return relu ? (z > T(0) ? d : Lanes<T, W>{}) : d;
  }
};

/// Of each block of rows the sums of d and of d x^.
template <typename T>
struct NormaliseSums {
  ThroughRelu<T> through;
  std::int64_t rows;
  T* sum_d;
  T* sum_dx;

  [[nodiscard]] bool repeatable() const { return true; }

  template <int W>
  CANON_HD void at(std::int64_t block, std::int64_t column) const {
    const std::int64_t columns = through.columns;
    Lanes<T, W> d_total{}, dx_total{}, off;
    for (std::int64_t row = block * rows_per_block; row < block_end(block, rows); ++row) {
      expect<W>(through.x + (row + 16) * columns + column); // last seen on the way forward
      const Lanes<T, W> d = through.template at<W>(row, column, off);
      d_total += d;
      dx_total += d * off;
    }
    store<W>(sum_d + block * columns + column, d_total);
    store<W>(sum_dx + block * columns + column, dx_total * load<W>(through.inverse + column));
  }
};

/// dx = gamma / sigma (d - mean(d) - x^ mean(d x^)); with running statistics only the first term.
template <typename T>
struct NormaliseBack {
  ThroughRelu<T> through;
  const T* sum_d;  ///< 1 x columns; null in evaluation
  const T* sum_dx; ///< 1 x columns
  T one_over_rows;
  T* dx;
  bool add;

  [[nodiscard]] bool repeatable() const { return !add; }

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    Lanes<T, W> off;
    Lanes<T, W> d = through.template at<W>(row, column, off);
    const Lanes<T, W> inv = load<W>(through.inverse + column);
    if (sum_d != nullptr)
      d -= (load<W>(sum_d + column) + off * inv * load<W>(sum_dx + column)) * one_over_rows;
    put<W>(dx + row * through.columns + column, d * inv * load<W>(through.gamma + column), add);
  }
};

} // namespace canon::nn
