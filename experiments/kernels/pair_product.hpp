#pragma once

#include "kernels/math.hpp"

/// Matrices over the pairs of a graph's nodes, one a channel: a row of x holds the channels of one
/// pair. One index owns the pairs (v, .) of a node and W channels.
namespace canon::nn {

/// The nodes of v's graph, and where their pairs begin.
struct PairRows {
  const int* row;   ///< where the pairs (v, .) begin
  const int* first; ///< the first node of v's graph
  const int* end;

  CANON_HD std::int64_t nodes(std::int64_t v) const { return end[v] - first[v]; }
};

enum class PairProductPart { product, left, right };

/// product: to(v, u) = sum over w of a(v, w) b(w, u).
/// left:    to(v, w) (+)= sum over u of a(v, u) b(w, u), a the result's gradient.
/// right:   to(v, u) (+)= sum over w of a(w, v) b(w, u), b the result's gradient.
template <typename T>
struct PairProduct {
  PairRows pairs;
  PairProductPart part;
  const T* a;
  const T* b;
  std::int64_t channels;
  T* to;
  bool add;

  [[nodiscard]] bool repeatable() const { return !add; }

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t c) const {
    const std::int64_t n = pairs.nodes(v), first = pairs.first[v], mine = pairs.row[v];
    const std::int64_t start = pairs.row[first]; // pair (i, j) of the graph is start + i n + j
    for (std::int64_t u = 0; u < n; ++u) {
      Lanes<T, W> sum{};
      for (std::int64_t w = 0; w < n; ++w) {
        std::int64_t x = mine + w, y = start + w * n + u;
        if (part == PairProductPart::left) y = start + u * n + w;
        if (part == PairProductPart::right) x = start + w * n + (v - first);
        sum += load<W>(a + x * channels + c) * load<W>(b + y * channels + c);
      }
      put<W>(to + (mine + u) * channels + c, sum, add);
    }
  }
};

/// A pair's channels: 1 where there is an edge, then one a colour, 1 on the diagonal of its nodes.
template <typename T>
struct PairStart {
  PairRows pairs;
  const int* edge;
  const int* colour;
  std::int64_t colours;
  T* to;

  CANON_HD void operator()(std::int64_t v) const {
    for (std::int64_t u = 0; u < pairs.nodes(v); ++u) {
      T* out = to + (pairs.row[v] + u) * (1 + colours);
      out[0] = edge[pairs.row[v] + u] >= 0 ? T(1) : T(0);
      for (std::int64_t i = 0; i < colours; ++i)
        out[1 + i] = pairs.first[v] + u == v && colour[v] == i ? T(1) : T(0);
    }
  }
};

/// Of each node [x(v, v) | sum over u != v of x(v, u)].
template <typename T>
struct PairSums {
  PairRows pairs;
  const T* x;
  std::int64_t channels;
  T* to;

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t c) const {
    const std::int64_t own = v - pairs.first[v];
    Lanes<T, W> sum{};
    for (std::int64_t u = 0; u < pairs.nodes(v); ++u)
      if (u != own) sum += load<W>(x + (pairs.row[v] + u) * channels + c);
    store<W>(to + v * 2 * channels + c, load<W>(x + (pairs.row[v] + own) * channels + c));
    store<W>(to + v * 2 * channels + channels + c, sum);
  }
};

template <typename T>
struct PairSumsBack {
  PairRows pairs;
  const T* dy;
  std::int64_t channels;
  T* dx;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t c) const {
    const std::int64_t own = v - pairs.first[v];
    const Lanes<T, W> diagonal = load<W>(dy + v * 2 * channels + c);
    const Lanes<T, W> other = load<W>(dy + v * 2 * channels + channels + c);
    for (std::int64_t u = 0; u < pairs.nodes(v); ++u)
      put<W>(dx + (pairs.row[v] + u) * channels + c, u == own ? diagonal : other, add);
  }
};

} // namespace canon::nn
