#pragma once

#include "kernels/math.hpp"

/// Sums along a row: in full lanes on the CPU, one thread a row on a GPU. Their order depends on
/// the length alone.
namespace canon::nn::kernel {

#ifdef __CUDA_ARCH__
template <typename T>
inline constexpr int row_width = 1;
#else
template <typename T>
inline constexpr int row_width = full_width<T>;
#endif

/// The sum of the lanes, halves onto halves.
template <int W, typename T>
CANON_HD inline T total(Lanes<T, W> lanes) {
  if constexpr (W == 1) {
    return lanes;
  } else {
    for (int half = W / 2; half > 0; half /= 2)
      for (int i = 0; i < half; ++i)
        lanes[i] += lanes[i + half];
    return lanes[0];
  }
}

/// The sum of term.at<W>(i) over [0, count).
template <typename T, typename Term>
CANON_HD inline T sum_row(std::int64_t count, const Term& term) {
  constexpr int width = row_width<T>;
  Lanes<T, width> lanes{};
  std::int64_t i = 0;
  for (; i + width <= count; i += width)
    lanes += term.template at<width>(i);
  T sum = total<width, T>(lanes);
  if constexpr (width >= 4)
    for (; i + width / 4 <= count; i += width / 4)
      sum += total<width / 4, T>(term.template at<width / 4>(i));
  for (; i < count; ++i)
    sum += term.template at<1>(i);
  return sum;
}

template <typename T>
struct Product {
  const T* x;
  const T* y;

  template <int W>
  CANON_HD Lanes<T, W> at(std::int64_t i) const {
    return load<W>(x + i) * load<W>(y + i);
  }
};

template <typename T>
CANON_HD inline T dot(const T* x, const T* y, std::int64_t count) {
  return sum_row<T>(count, Product<T>{x, y});
}

} // namespace canon::nn::kernel
