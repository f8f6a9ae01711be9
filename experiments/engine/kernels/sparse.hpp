#pragma once

#include "kernels/math.hpp"

namespace canon::nn {

/// to[v] (+)= the sum over the edges e of v of weight[e] x[other end of e]
template <typename T>
struct SparseProduct {
  const T* weight;
  const T* x;
  const int* offset;
  const int* edge;  ///< null: a node's edges lie together
  const int* other; ///< of each edge
  std::int64_t columns;
  T* to;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t column) const {
    Lanes<T, W> sum{};
    for (int i = offset[v]; i < offset[v + 1]; ++i) {
      const int e = edge != nullptr ? edge[i] : i;
      sum += weight[e] * load<W>(x + other[e] * columns + column);
    }
    put<W>(to + v * columns + column, sum, add);
  }
};

} // namespace canon::nn
