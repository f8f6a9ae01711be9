#pragma once

#include "kernels/columns.hpp"

/// Batch normalisation with what usually follows it, y = residual + relu(gamma x^ + beta), in as
/// few passes over memory as its sums allow.
namespace canon::nn::kernel {

/// What is known of some rows of a column; of two sets of rows together by Chan, Golub and LeVeque.
template <typename T>
struct MomentsOfRows {
  T count{}, mean{}, square{};

  CANON_HD void merge(const MomentsOfRows& other) {
    if (!(other.count > T(0))) return;
    const T all = count + other.count, off = other.mean - mean, share = other.count / all;
    mean += off * share;
    square += other.square + off * off * (count * share);
    count = all;
  }
};

/// Of each block of rows the mean and the sum of squares about it: no cancellation, and the second
/// reading comes from the nearest cache.
template <typename T>
struct BlockMoments {
  const T* x;
  RowBlocks blocks;
  std::int64_t columns;
  T* mean;
  T* square;

  [[nodiscard]] bool repeatable() const { return true; }

  template <int W>
  CANON_HD void at(std::int64_t block, std::int64_t column) const {
    const std::int64_t first = blocks.begin(block), end = blocks.end(block);
    Lanes<T, W> sum{};
    for (std::int64_t row = first; row < end; ++row)
      sum += load<W>(x + row * columns + column);
    const Lanes<T, W> centre = sum / static_cast<T>(end > first ? end - first : 1);
    Lanes<T, W> spread_sum{};
    for (std::int64_t row = first; row < end; ++row) {
      const Lanes<T, W> off = load<W>(x + row * columns + column) - centre;
      spread_sum += off * off;
    }
    store<W>(mean + block * columns + column, centre);
    store<W>(square + block * columns + column, spread_sum);
  }

  // A device reads once (Welford): its cache does not keep a block of rows for every thread.
  using Partial = MomentsOfRows<T>;
  CANON_HD std::int64_t begin(std::int64_t block) const { return blocks.begin(block); }
  CANON_HD std::int64_t end(std::int64_t block) const { return blocks.end(block); }
  CANON_HD void take(Partial& sum, std::int64_t, std::int64_t row, std::int64_t column) const {
    const T value = x[row * columns + column], off = value - sum.mean;
    sum.count += T(1);
    sum.mean += off / sum.count;
    sum.square += off * (value - sum.mean);
  }
  CANON_HD void merge(Partial& sum, const Partial& other) const { sum.merge(other); }
  CANON_HD void finish(const Partial& sum, std::int64_t block, std::int64_t column) const {
    mean[block * columns + column] = sum.mean;
    square[block * columns + column] = sum.square;
  }
};

/// Puts the blocks together (Chan, Golub and LeVeque), and moves the running statistics.
template <typename T>
struct Moments {
  const T* block_mean;
  const T* block_square;
  RowBlocks blocks;
  std::int64_t columns;
  T eps, momentum;
  T* mean;
  T* inverse; ///< 1 / sqrt(variance + eps)
  T* running_mean;
  T* running_variance;

  template <int W>
  CANON_HD void at(std::int64_t, std::int64_t column) const {
    Lanes<T, W> centre = load<W>(block_mean + column), square = load<W>(block_square + column);
    const std::int64_t count = blocks.count();
    for (std::int64_t block = 1; block < count; ++block) {
      if (blocks.end(block) == blocks.begin(block)) continue;
      const auto before = static_cast<T>(blocks.begin(block));
      const auto more = static_cast<T>(blocks.end(block) - blocks.begin(block));
      const Lanes<T, W> off = load<W>(block_mean + block * columns + column) - centre;
      centre += off * (more / (before + more));
      square += load<W>(block_square + block * columns + column) +
                off * off * (before * more / (before + more));
    }
    write<W>(centre, square, column);
  }

  using Partial = MomentsOfRows<T>;
  CANON_HD std::int64_t begin(std::int64_t) const { return 0; }
  CANON_HD std::int64_t end(std::int64_t) const { return blocks.count(); }
  CANON_HD void take(Partial& sum, std::int64_t, std::int64_t block, std::int64_t column) const {
    sum.merge({static_cast<T>(blocks.end(block) - blocks.begin(block)),
               block_mean[block * columns + column], block_square[block * columns + column]});
  }
  CANON_HD void merge(Partial& sum, const Partial& other) const { sum.merge(other); }
  CANON_HD void finish(const Partial& sum, std::int64_t, std::int64_t column) const {
    write<1>(sum.mean, sum.square, column);
  }

private:
  template <int W>
  CANON_HD void write(const Lanes<T, W>& centre, const Lanes<T, W>& square,
                      std::int64_t column) const {
    const std::int64_t rows = blocks.rows;
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

/// Of some columns: y = slope (x - mean) + beta, slope = gamma / sigma.
template <typename T, int W>
struct NormColumn {
  Lanes<T, W> mean, slope, beta;

  CANON_HD Lanes<T, W> off(const T* x) const { return load<W>(x) - mean; }
  CANON_HD Lanes<T, W> value(const Lanes<T, W>& off) const { return off * slope + beta; }
};

/// What a normalisation multiplies and adds, 1 x columns each.
template <typename T>
struct NormRow {
  const T* mean;
  const T* inverse; ///< 1 / sigma
  const T* gamma;
  const T* beta;

  template <int W>
  CANON_HD NormColumn<T, W> column(std::int64_t c) const {
    return {load<W>(mean + c), load<W>(gamma + c) * load<W>(inverse + c), load<W>(beta + c)};
  }
};

template <typename T>
struct Normalise {
  const T* x;
  NormRow<T> norm;
  const T* residual; ///< or null
  std::int64_t columns;
  bool relu;
  T* y;

  [[nodiscard]] bool repeatable() const { return true; }

  static constexpr int rows_per_strip = 16;
  template <int W>
  struct Strip {
    const Normalise& k;
    std::int64_t c;
    NormColumn<T, W> here;

    CANON_HD void operator()(std::int64_t row) const {
      const std::int64_t i = row * k.columns + c;
      Lanes<T, W> z = here.value(here.off(k.x + i));
      if (k.relu) z = larger<W, T>(z, Lanes<T, W>{});
      if (k.residual != nullptr) z += load<W>(k.residual + i);
      store<W>(k.y + i, z);
    }
  };
  template <int W>
  CANON_HD Strip<W> strip(std::int64_t c) const {
    return {*this, c, norm.template column<W>(c)};
  }
  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t c) const {
    strip<W>(c)(row);
  }
};

/// What arrives at the normalised value: dy where the ReLU let it pass. Whether it did is computed
/// again from x, exactly as in Normalise.
template <typename T>
struct ThroughRelu {
  const T* x;
  NormRow<T> norm;
  const T* dy;
  std::int64_t columns;
  bool relu;

  template <int W>
  CANON_HD Lanes<T, W> at(std::int64_t i, const NormColumn<T, W>& here, Lanes<T, W>& off) const {
    off = here.off(x + i);
    const Lanes<T, W> d = load<W>(dy + i);
    return relu ? (here.value(off) > T(0) ? d : Lanes<T, W>{}) : d;
  }
};

/// Of each block of rows the sums of d and of d x^.
template <typename T>
struct NormaliseSums {
  ThroughRelu<T> through;
  RowBlocks blocks;
  T* sum_d;
  T* sum_dx;

  [[nodiscard]] bool repeatable() const { return true; }

  template <int W>
  CANON_HD void at(std::int64_t block, std::int64_t column) const {
    const std::int64_t columns = through.columns;
    const auto here = through.norm.template column<W>(column);
    Lanes<T, W> d_total{}, dx_total{}, off;
    for (std::int64_t row = blocks.begin(block), end = blocks.end(block); row < end; ++row) {
      const std::int64_t i = row * columns + column;
      prefetch<W>(through.x + i + 16 * columns); // last seen on the way forward
      const Lanes<T, W> d = through.template at<W>(i, here, off);
      d_total += d;
      dx_total += d * off;
    }
    store<W>(sum_d + block * columns + column, d_total);
    store<W>(sum_dx + block * columns + column, dx_total * load<W>(through.norm.inverse + column));
  }

  using Partial = TwoSums<T>;
  CANON_HD std::int64_t begin(std::int64_t block) const { return blocks.begin(block); }
  CANON_HD std::int64_t end(std::int64_t block) const { return blocks.end(block); }
  CANON_HD void take(Partial& sum, std::int64_t, std::int64_t row, std::int64_t column) const {
    Lanes<T, 1> off;
    const T d = through.template at<1>(row * through.columns + column,
                                       through.norm.template column<1>(column), off);
    sum.d += d;
    sum.dx += d * off;
  }
  CANON_HD void merge(Partial& sum, const Partial& other) const { sum.merge(other); }
  CANON_HD void finish(const Partial& sum, std::int64_t block, std::int64_t column) const {
    sum_d[block * through.columns + column] = sum.d;
    sum_dx[block * through.columns + column] = sum.dx * through.norm.inverse[column];
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
  std::int64_t first = 0; ///< the row that row 0 of dx belongs to

  [[nodiscard]] bool repeatable() const { return !add; }

  static constexpr int rows_per_strip = 16;
  template <int W>
  struct Strip {
    const NormaliseBack& k;
    std::int64_t c;
    NormColumn<T, W> here;
    Lanes<T, W> sum_d, inverse, sum_dx;

    /// dx of element i
    CANON_HD Lanes<T, W> value(std::int64_t i) const {
      Lanes<T, W> off;
      Lanes<T, W> d = k.through.template at<W>(i, here, off);
      if (k.sum_d != nullptr) d -= (sum_d + off * inverse * sum_dx) * k.one_over_rows;
      return d * here.slope;
    }
    CANON_HD void operator()(std::int64_t row) const {
      put<W>(k.dx + (row - k.first) * k.through.columns + c, value(row * k.through.columns + c),
             k.add);
    }
  };
  template <int W>
  CANON_HD Strip<W> strip(std::int64_t c) const {
    Strip<W> made{*this, c, through.norm.template column<W>(c), {}, {}, {}};
    if (sum_d != nullptr) {
      made.sum_d = load<W>(sum_d + c);
      made.inverse = load<W>(through.norm.inverse + c);
      made.sum_dx = load<W>(sum_dx + c);
    }
    return made;
  }
  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t c) const {
    strip<W>(c)(row);
  }
};

} // namespace canon::nn::kernel
