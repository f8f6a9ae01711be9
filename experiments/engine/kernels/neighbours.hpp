#pragma once

#include "kernels/kinds.hpp"
#include "kernels/math.hpp"

/// Sums over the neighbours of a node without a matrix of messages.
namespace canon::nn::kernel {

/// y_v = own_v x_v + out_v * (sum of in_u x_u), and its transpose on the way back, where the sum
/// runs over the edges that leave and `in` and `out` change places.
template <typename T>
struct SumNeighbours {
  const T* x;
  const int* degree; ///< nodes + 1: offsets of the edges by head, whence the degrees
  const int* offset; ///< nodes + 1: places in `item`
  const int* item;   ///< edges; null: the edges of a node lie together
  const int* other;  ///< the other end of an edge
  std::int64_t columns;
  Neighbours kind;
  T own;
  bool back;
  T* y;
  bool add;

  [[nodiscard]] CANON_HD T degree_of(std::int64_t v) const {
    return static_cast<T>(degree[v + 1] - degree[v]);
  }
  /// in_u on the way forward, out_u on the way back
  [[nodiscard]] CANON_HD T before(std::int64_t u) const {
    if (kind == Neighbours::symmetric) return T(1) / std::sqrt(degree_of(u) + T(1));
    return kind == Neighbours::mean && back ? T(1) / degree_of(u) : T(1);
  }
  [[nodiscard]] CANON_HD T after(std::int64_t v) const {
    if (kind == Neighbours::symmetric) return T(1) / std::sqrt(degree_of(v) + T(1));
    return kind == Neighbours::mean && !back && degree_of(v) > T(0) ? T(1) / degree_of(v) : T(1);
  }

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t column) const {
    Lanes<T, W> sum{};
    for (int i = offset[v]; i < offset[v + 1]; ++i) {
      const std::int64_t u = other[item != nullptr ? item[i] : i];
      const Lanes<T, W> value = load<W>(x + u * columns + column);
      sum += kind == Neighbours::sum ? value : value * before(u);
    }
    const T self = kind == Neighbours::symmetric ? T(1) / (degree_of(v) + T(1)) : own;
    if (kind != Neighbours::sum) sum *= after(v);
    put<W>(y + v * columns + column, sum + self * load<W>(x + v * columns + column), add);
  }
};

} // namespace canon::nn::kernel
