#pragma once

#include "kernels/math.hpp"

/// Products along edges head by head. A node's row holds `heads` x w numbers with the heads next to
/// each other: column c * heads + h is number c of head h. So a lane is a head and nothing is ever
/// summed across lanes.
namespace canon::nn {

/// to[e, h] (+)= scale * the sum over c of a[head of e, c, h] b[tail of e, c, h] [factor[e, c, h]]
template <typename T>
struct HeadDots {
  const T* a;
  const T* b;
  const T* factor; ///< may be null
  const int* head;
  const int* tail;
  std::int64_t heads, w;
  T scale;
  T* to;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t e, std::int64_t h) const {
    const std::int64_t d = heads * w;
    const T* const left = a + head[e] * d + h;
    const T* const right = b + tail[e] * d + h;
    Lanes<T, W> sum{};
    if (factor == nullptr)
      for (std::int64_t c = 0; c < d; c += heads)
        sum += load<W>(left + c) * load<W>(right + c);
    else
      for (std::int64_t c = 0; c < d; c += heads)
        sum += load<W>(left + c) * load<W>(right + c) * load<W>(factor + e * d + h + c);
    put<W>(to + e * heads + h, sum * scale, add);
  }
};

/// to[v, c, h] (+)= scale * the sum over the edges e of v of weight[e, h] x[other end, c, h]
/// [factor[e, c, h]]; a row of the launch is one (v, c).
template <typename T>
struct HeadSums {
  const T* weight; ///< edges x heads
  const T* x;
  const T* factor; ///< may be null
  const int* offset;
  const int* edge;  ///< null: a node's edges lie together
  const int* other; ///< of each edge
  std::int64_t heads, w;
  T scale;
  T* to;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t h) const {
    const std::int64_t v = row / w, c = row % w * heads + h, d = heads * w;
    Lanes<T, W> sum{};
    for (int i = offset[v]; i < offset[v + 1]; ++i) {
      const std::int64_t e = edge != nullptr ? edge[i] : i;
      const Lanes<T, W> value = load<W>(weight + e * heads + h) * load<W>(x + other[e] * d + c);
      sum += factor != nullptr ? value * load<W>(factor + e * d + c) : value;
    }
    put<W>(to + v * d + c, sum * scale, add);
  }
};

/// to[e, c, h] (+)= scale * weight[e, h] a[head, c, h] b[tail, c, h]; a row is one (e, c).
template <typename T>
struct HeadProducts {
  const T* weight;
  const T* a;
  const T* b;
  const int* head;
  const int* tail;
  std::int64_t heads, w;
  T scale;
  T* to;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t h) const {
    const std::int64_t e = row / w, c = row % w * heads + h, d = heads * w;
    put<W>(to + row * heads + h,
           load<W>(weight + e * heads + h) * load<W>(a + head[e] * d + c) *
               load<W>(b + tail[e] * d + c) * scale,
           add);
  }
};

} // namespace canon::nn
