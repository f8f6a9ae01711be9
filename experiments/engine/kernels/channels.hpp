#pragma once

#include "kernels/math.hpp"

/// A node's channels (one an eigenvector) are rows that lie together. A graph of n nodes has n
/// eigenvectors: its channels from n on are padding and count nothing.
namespace canon::nn::kernel {

CANON_HD inline std::int64_t true_channels(const int* graph, const int* offset, std::int64_t node,
                                           std::int64_t channels) {
  const std::int64_t nodes = offset[graph[node] + 1] - offset[graph[node]];
  return nodes < channels ? nodes : channels;
}

/// y_v = the sum of v's channels
template <typename T>
struct SumChannels {
  const T* x;
  const int* graph;  ///< of each node
  const int* offset; ///< graphs + 1
  std::int64_t channels, columns;
  T* y;

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t column) const {
    const std::int64_t count = true_channels(graph, offset, v, channels);
    Lanes<T, W> sum{};
    for (std::int64_t j = 0; j < count; ++j)
      sum += load<W>(x + (v * channels + j) * columns + column);
    store<W>(y + v * columns + column, sum);
  }
};

template <typename T>
struct SpreadChannels {
  const T* dy;
  const int* graph;
  const int* offset;
  std::int64_t channels, columns;
  T* dx;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    const std::int64_t v = row / channels;
    const bool padding = row % channels >= true_channels(graph, offset, v, channels);
    put<W>(dx + row * columns + column,
           padding ? Lanes<T, W>{} : load<W>(dy + v * columns + column), add);
  }
};

/// y = x / sqrt(nodes of the row's graph): on the way back the same
template <typename T>
struct ShrinkByGraph {
  const T* x;
  const int* graph;
  const int* offset;
  std::int64_t columns;
  T* y;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t column) const {
    const T scale = T(1) / std::sqrt(static_cast<T>(offset[graph[v] + 1] - offset[graph[v]]));
    put<W>(y + v * columns + column, load<W>(x + v * columns + column) * scale, add);
  }
};

} // namespace canon::nn::kernel
