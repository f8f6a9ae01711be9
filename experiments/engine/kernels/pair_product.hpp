#pragma once

#include "kernels/math.hpp"

/// Matrices of all pairs of a graph's nodes, one per channel: row p holds the numbers of the pair
/// (left[p], right[p]), graph after graph and row after row.
namespace canon::nn::kernel {

/// y[i, j] (+)= sum over t of x[i, t] z[t, j], channel by channel; x or z transposed on the way
/// back. One call computes a row of y, `at_once` of its numbers together: each number of x that is
/// loaded serves for all of them.
template <typename T>
struct MultiplyPairs {
  const T* x;
  const T* z;
  bool x_transposed, z_transposed;
  const int* row;   ///< nodes: where the pairs (v, .) begin
  const int* first; ///< nodes
  const int* end;   ///< nodes
  std::int64_t columns;
  T* y;
  bool add;

  static constexpr int at_once = 8;

  [[nodiscard]] bool repeatable() const { return !add; }

  template <int W>
  CANON_HD void at(std::int64_t i, std::int64_t column) const {
    const std::int64_t n = end[i] - first[i], graph = row[first[i]], place = i - first[i];
    // From one t to the next, and in z from one j to the next.
    const std::int64_t along_x = (x_transposed ? n : 1) * columns;
    const std::int64_t along_z = (z_transposed ? 1 : n) * columns;
    const std::int64_t next_z = (z_transposed ? n : 1) * columns;
    const T* const from_x = x + (graph + place * (x_transposed ? 1 : n)) * columns + column;
    const T* const from_z = z + graph * columns + column;
    T* const to = y + row[i] * columns + column;
    std::int64_t j = 0;
    for (; j + at_once <= n; j += at_once)
      some<W, at_once>(n, from_x, along_x, from_z + j * next_z, along_z, next_z, to + j * columns);
    for (; j < n; ++j)
      some<W, 1>(n, from_x, along_x, from_z + j * next_z, along_z, next_z, to + j * columns);
  }

private:
  template <int W, int Count>
  CANON_HD void some(std::int64_t n, const T* from_x, std::int64_t along_x, const T* from_z,
                     std::int64_t along_z, std::int64_t next_z, T* to) const {
    Lanes<T, W> sum[Count] = {};
    for (std::int64_t t = 0; t < n; ++t) {
      const Lanes<T, W> factor = load<W>(from_x + t * along_x);
      for (int c = 0; c < Count; ++c)
        sum[c] += factor * load<W>(from_z + t * along_z + c * next_z);
    }
    for (int c = 0; c < Count; ++c)
      put<W>(to + c * columns, sum[c], add);
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

} // namespace canon::nn::kernel
