#pragma once

#include "kernels/dropout.hpp"

/// Inputs that are made rather than learnt: random ones, and integers as rows of zeros and a one.
namespace canon::nn::kernel {

/// y = x or -x: one coin per graph and column
template <typename T>
struct FlipColumns {
  const T* x;
  const int* graph; ///< of each row; null: one for all
  std::uint64_t key;
  std::int64_t columns;
  T* y;

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    for (int lane = 0; lane < W; ++lane) {
      const std::int64_t c = column + lane;
      const T value = x[row * columns + c];
      const std::int64_t first = graph != nullptr ? graph[row] * columns : 0;
      const bool flip = (random_bits(key, first + c) & 1U) != 0;
      y[row * columns + c] = flip ? -value : value;
    }
  }
};

/// Independent N(0, 1), by Box and Muller.
template <typename T>
struct DrawNormal {
  std::uint64_t key;
  T* y;

  CANON_HD void operator()(std::int64_t i) const {
    const double u = (random_bits(key, 2 * i) + 0.5) * 0x1.0p-32;
    const double angle = (random_bits(key, 2 * i + 1) + 0.5) * 0x1.0p-32;
    y[i] = static_cast<T>(std::sqrt(-2.0 * std::log(u)) * std::cos(6.283185307179586 * angle));
  }
};

template <typename T>
struct MarkIndex {
  const int* index;
  std::int64_t columns;
  T* y;

  CANON_HD void operator()(std::int64_t i) const {
    y[i] = index[i / columns] == i % columns ? T(1) : T(0);
  }
};

} // namespace canon::nn::kernel
