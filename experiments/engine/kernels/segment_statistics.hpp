#pragma once

#include "kernels/math.hpp"

/// Mean, largest, smallest and standard deviation over the items of a segment, those of them that
/// are asked for, in one visit to the items (a second from the nearest cache for the deviation).
namespace canon::nn {

/// Where each statistic lies, its rows `stride` apart; null where it is not wanted.
template <typename T>
struct Statistics {
  T* mean = nullptr;
  T* most = nullptr;
  T* least = nullptr;
  T* deviation = nullptr;
  std::int64_t stride = 0;
};

/// The mean of the items' lanes; the segment is not empty.
template <int W, typename T>
CANON_HD inline Lanes<T, W> mean_of_items(const T* x, int first, int end, std::int64_t columns) {
  Lanes<T, W> sum{};
  for (int i = first; i < end; ++i)
    sum += load<W>(x + i * columns);
  return sum / static_cast<T>(end - first);
}

template <typename T>
struct SegmentStatistics {
  const T* x;
  const int* offset;
  std::int64_t columns;
  T eps;
  Statistics<T> y;

  template <int W>
  CANON_HD void at(std::int64_t segment, std::int64_t column) const {
    const int first = offset[segment], end = offset[segment + 1];
    const T* from = x + column;
    Lanes<T, W> mean{}, most{}, least{}, deviation{};
    if (first < end) {
      most = least = load<W>(from + first * columns);
      for (int i = first; i < end; ++i) {
        const Lanes<T, W> v = load<W>(from + i * columns);
        mean += v;
        most = larger<W, T>(most, v);
        least = smaller<W, T>(least, v);
      }
      mean = mean / static_cast<T>(end - first);
      if (y.deviation != nullptr) {
        for (int i = first; i < end; ++i) {
          const Lanes<T, W> off = load<W>(from + i * columns) - mean;
          deviation += off * off;
        }
        deviation = square_root<W, T>(deviation / static_cast<T>(end - first) + eps);
      }
    }
    const std::int64_t to = segment * y.stride + column;
    if (y.mean != nullptr) store<W>(y.mean + to, mean);
    if (y.most != nullptr) store<W>(y.most + to, most);
    if (y.least != nullptr) store<W>(y.least + to, least);
    if (y.deviation != nullptr) store<W>(y.deviation + to, deviation);
  }
};

/// Of the items that attain an extreme, the first gets its gradient.
template <typename T>
struct SegmentStatisticsBack {
  const T* x;
  const int* offset;
  std::int64_t columns;
  Statistics<T> y;
  Statistics<T> dy;
  T* dx;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t segment, std::int64_t column) const {
    const int first = offset[segment], end = offset[segment + 1];
    if (first == end) return;
    const T* from = x + column;
    const std::int64_t here = segment * y.stride + column;
    const T share = T(1) / static_cast<T>(end - first);
    const Lanes<T, W> none{};
    Lanes<T, W> all{}, most{}, to_most{}, least{}, to_least{}, mean{}, slope{};
    if (dy.mean != nullptr) all = load<W>(dy.mean + here) * share;
    if (dy.most != nullptr) {
      most = load<W>(y.most + here);
      to_most = load<W>(dy.most + here);
    }
    if (dy.least != nullptr) {
      least = load<W>(y.least + here);
      to_least = load<W>(dy.least + here);
    }
    if (dy.deviation != nullptr) {
      mean = mean_of_items<W, T>(from, first, end, columns);
      slope = load<W>(dy.deviation + here) * share / load<W>(y.deviation + here);
    }
    for (int i = first; i < end; ++i) {
      const Lanes<T, W> v = load<W>(from + i * columns);
      const Lanes<T, W> of_most = v == most ? to_most : none;
      const Lanes<T, W> of_least = v == least ? to_least : none;
      to_most = v == most ? none : to_most;
      to_least = v == least ? none : to_least;
      put<W>(dx + i * columns + column, all + of_most + of_least + slope * (v - mean), add);
    }
  }
};

} // namespace canon::nn
