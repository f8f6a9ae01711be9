#pragma once

#include "kernels/math.hpp"

/// Matrices of all pairs of a graph's nodes, one a channel: row p holds the numbers of the pair
/// (left[p], right[p]), graph after graph and row after row.
namespace canon::nn {

/// y[i, j] (+)= sum over t of x[i, t] z[t, j], channel by channel; x or z transposed on the way
/// back.
template <typename T>
struct MultiplyPairs {
  const T* x;
  const T* z;
  bool x_transposed, z_transposed;
  const int* left;
  const int* right;
  const int* row;   ///< nodes: where the pairs (v, .) begin
  const int* first; ///< nodes
  const int* end;   ///< nodes
  std::int64_t columns;
  T* y;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t pair, std::int64_t column) const {
    const std::int64_t i = left[pair], j = right[pair], begin = first[i], stop = end[i];
    Lanes<T, W> sum{};
    for (std::int64_t t = begin; t < stop; ++t) {
      const std::int64_t of_x = x_transposed ? row[t] + i - begin : row[i] + t - begin;
      const std::int64_t of_z = z_transposed ? row[j] + t - begin : row[t] + j - begin;
      sum += load<W>(x + of_x * columns + column) * load<W>(z + of_z * columns + column);
    }
    put<W>(y + pair * columns + column, sum, add);
  }
};

/// y of a pair = [1 if it is an edge, else 0 | x of the node if the pair is one, else 0]
template <typename T>
struct PlaceOnDiagonal {
  const T* x;
  const int* left;
  const int* right;
  const int* edge; ///< pairs: negative if there is none
  std::int64_t columns;
  T* y;

  CANON_HD void operator()(std::int64_t i) const {
    const std::int64_t pair = i / (columns + 1), column = i % (columns + 1);
    T value = 0;
    if (column == 0)
      value = edge[pair] >= 0 ? T(1) : T(0);
    else if (left[pair] == right[pair])
      value = x[left[pair] * columns + column - 1];
    y[i] = value;
  }
};

/// to_v (+)= from of the pair (v, v), from its column `skip` on
template <typename T>
struct TakeDiagonal {
  const T* from;
  const int* row;
  const int* first;
  std::int64_t columns, skip;
  T* to; ///< nodes x columns
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t column) const {
    const std::int64_t pair = row[v] + v - first[v];
    put<W>(to + v * columns + column, load<W>(from + pair * (columns + skip) + skip + column), add);
  }
};

/// The way back of TakeDiagonal without `skip`.
template <typename T>
struct SpreadDiagonal {
  const T* from; ///< nodes x columns
  const int* left;
  const int* right;
  std::int64_t columns;
  T* to;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t pair, std::int64_t column) const {
    const std::int64_t v = left[pair];
    put<W>(to + pair * columns + column,
           v == right[pair] ? load<W>(from + v * columns + column) : Lanes<T, W>{}, add);
  }
};

} // namespace canon::nn
