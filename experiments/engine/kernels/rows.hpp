#pragma once

#include "kernels/math.hpp"

/// Sums along a row: in full lanes on the CPU; on a GPU one thread per row, or with for_each_row()
/// a warp per row. Their order depends on the length alone.
namespace canon::nn::kernel {

#ifdef __CUDA_ARCH__
template <typename T>
inline constexpr int row_width = 1;
inline constexpr int row_lanes = 32; ///< who shares a row in for_each_row()
__device__ inline int row_lane() {
  return static_cast<int>(threadIdx.x % 32);
}
#else
inline constexpr int row_lanes = 1;
inline int row_lane() {
  return 0;
}
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

/// sum_row() in a kernel of for_each_row(): all who share the row have the sum.
template <typename T, typename Term>
CANON_HD inline T share_row(std::int64_t count, const Term& term) {
#ifdef __CUDA_ARCH__
  T sum{};
  for (std::int64_t i = row_lane(); i < count; i += row_lanes)
    sum += term.template at<1>(i);
  for (int other = row_lanes / 2; other > 0; other /= 2)
    sum += __shfl_xor_sync(0xffffffffU, sum, other);
  return sum;
#else
  return sum_row<T>(count, term);
#endif
}

} // namespace canon::nn::kernel
