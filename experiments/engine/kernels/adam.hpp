#pragma once

#include "kernels/columns.hpp"
#include "kernels/rows.hpp"

/// Adam and the norm of a gradient, for a device.
namespace canon::nn::kernel {

/// What a step of Adam multiplies with; see lab/train/adam.hpp.
template <typename T>
struct AdamFactors {
  T keep1, keep2, decay, root, epsilon, rate;
  T scale; ///< of the gradient, where it is clipped
};

/// The order of the operations is PyTorch's, for the same rounding.
template <typename T>
struct AdamStep {
  AdamFactors<T> by;
  const T* gradient;
  T* x;
  T* mean;
  T* square;

  template <int W>
  CANON_HD void at(std::int64_t i) const {
    const Lanes<T, W> old = load<W>(x + i);
    const Lanes<T, W> g = load<W>(gradient + i) * by.scale + by.decay * old;
    Lanes<T, W> m = load<W>(mean + i), s = load<W>(square + i);
    m += by.keep1 * (g - m);
    s = (T(1) - by.keep2) * s + by.keep2 * g * g;
    store<W>(mean + i, m);
    store<W>(square + i, s);
    store<W>(x + i, old - by.rate * m / (square_root<W, T>(s) / by.root + by.epsilon));
  }
};

/// Sums of squares in double of a long array, which is read as rows of 32: of each block of rows
/// and each column.
template <typename T>
struct SquareBlocks {
  static constexpr std::int64_t columns = 32, rows_each = 384;
  const T* x;
  std::int64_t count;
  double* partial; ///< blocks x 32

  [[nodiscard]] static std::int64_t blocks(std::int64_t count) {
    return (count + columns * rows_each - 1) / (columns * rows_each);
  }

  template <int W>
  CANON_HD void at(std::int64_t block, std::int64_t column) const {
    fold_at<W>(*this, block, column);
  }

  using Partial = double;
  CANON_HD std::int64_t begin(std::int64_t block) const { return block * rows_each; }
  CANON_HD std::int64_t end(std::int64_t block) const {
    const std::int64_t rows = (count + columns - 1) / columns, last = (block + 1) * rows_each;
    return last < rows ? last : rows;
  }
  CANON_HD void take(double& sum, std::int64_t, std::int64_t row, std::int64_t column) const {
    const std::int64_t i = row * columns + column;
    if (i >= count) return;
    const auto value = static_cast<double>(x[i]);
    sum += value * value;
  }
  CANON_HD void merge(double& sum, const double& other) const { sum += other; }
  CANON_HD void finish(const double& sum, std::int64_t block, std::int64_t column) const {
    partial[block * columns + column] = sum;
  }
};

/// The loss and the square root of a sum, side by side: one download brings both. A row of
/// for_each_row().
template <typename T>
struct LossAndNorm {
  const double* partial;
  std::int64_t count;
  const T* loss;
  double* to;

  struct Value {
    const double* at_;

    template <int W>
    CANON_HD Lanes<double, W> at(std::int64_t i) const {
      return load<W>(at_ + i);
    }
  };

  CANON_HD void operator()(std::int64_t) const {
    const double sum = share_row<double>(count, Value{partial});
    if (row_lane() != 0) return;
    to[0] = static_cast<double>(loss[0]);
    to[1] = std::sqrt(sum);
  }
};

} // namespace canon::nn::kernel
