#pragma once

#include "kernels/math.hpp"

/// The edge-gated sum of GatedGCN in one pass over the edges. The node's projections lie side by
/// side in one row of 4 d numbers: [A h | B h | D h | E h]; edges are sorted by their head, the
/// node they point to.
namespace canon::nn {

/// How far ahead of its use a node's row is asked for. Its neighbours in a molecule are near it.
inline constexpr std::int64_t nodes_ahead = 8;

/// Of node v: gate_e = D h_u + E h_v + C e for each edge e = (u, v), s = sigmoid(gate), and
/// out_v = A h_v + sum(s * B h_u) / (sum(s) + eps).
template <typename T>
struct GatedForward {
  const T* node;     ///< n x 4d
  const T* edge;     ///< m x d: C e
  const int* offset; ///< n + 1: the edges of each head
  const int* tail;   ///< m
  std::int64_t d;
  T eps;
  T* out;  ///< n x d
  T* gate; ///< m x d; may be `edge` itself

  /// Even in place: what is done already is left alone.
  [[nodiscard]] bool repeatable() const { return true; }

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t c) const {
    const int done = lanes_done<W>(c, d);
    const T* own = node + v * 4 * d + c;
    const Lanes<T, W> here = load<W>(own + 3 * d);
    Lanes<T, W> sum{}, weight{};
    for (int e = offset[v]; e < offset[v + 1]; ++e) {
      const T* other = node + 4 * d * tail[e] + c;
      const std::int64_t at = e * d + c;
      const Lanes<T, W> g = load<W>(other + 2 * d) + here + load<W>(edge + at);
      const Lanes<T, W> s = sigmoid<W, T>(g);
      store_from<W>(gate + at, g, done);
      sum += s * load<W>(other + d);
      weight += s;
    }
    store_from<W>(out + v * d + c, load<W>(own) + sum / (weight + eps), done);
  }
};

/// The way back along incoming edges: the gradient of every gate (which is also that of C e), and
/// of A h_v and E h_v. What the way forward had in registers is computed again: memory is slower.
template <typename T>
struct GatedBackwardHeads {
  const T* node;
  const T* out;    ///< the result; sum(s B h) / (sum(s) + eps) = out - A h
  const T* gate;   ///< the result
  const T* d_out;  ///< n x d; may be null: nothing came
  const T* d_gate; ///< m x d, of the gates' other uses; may be null
  const int* offset;
  const int* tail;
  std::int64_t d;
  T eps;
  T* scaled;  ///< n x d: d_out / (sum(s) + eps), for the tails
  T* d_total; ///< m x d: the whole gradient of the gate
  T* d_edge;  ///< m x d, or d_total itself if there is nothing to add to
  T* d_node;  ///< n x 4d; this writes the first and the last quarter
  bool add_node;

  [[nodiscard]] bool repeatable() const { return !add_node && d_total == d_edge; }

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t c) const {
    expect<W>(node + (v + nodes_ahead) * 4 * d + c);
    expect<W>(node + (v + nodes_ahead) * 4 * d + d + c);
    const int first = offset[v], end = offset[v + 1];
    const auto opening = [&](int e) { return sigmoid<W, T>(load<W>(gate + e * d + c)); };
    constexpr int kept = 6; // of the first edges the opening is computed once
    Lanes<T, W> open[kept];
    Lanes<T, W> weight{};
    for (int e = first; e < end; ++e) {
      const Lanes<T, W> s = opening(e);
      if (e - first < kept) open[e - first] = s;
      weight += s;
    }
    const Lanes<T, W> mean = load<W>(out + v * d + c) - load<W>(node + v * 4 * d + c);
    const Lanes<T, W> arriving = d_out != nullptr ? load<W>(d_out + v * d + c) : Lanes<T, W>{};
    const Lanes<T, W> share = arriving / (weight + eps);
    store<W>(scaled + v * d + c, share);
    Lanes<T, W> sum{};
    for (int e = first; e < end; ++e) {
      const std::int64_t at = e * d + c;
      const Lanes<T, W> s = e - first < kept ? open[e - first] : opening(e);
      const Lanes<T, W> value = load<W>(node + 4 * d * tail[e] + d + c);
      Lanes<T, W> g = share * (value - mean) * s * (T(1) - s);
      if (d_gate != nullptr) g += load<W>(d_gate + at);
      store<W>(d_total + at, g);
      if (d_total != d_edge) put<W>(d_edge + at, g, true);
      sum += g;
    }
    put<W>(d_node + v * 4 * d + c, arriving, add_node);
    put<W>(d_node + v * 4 * d + 3 * d + c, sum, add_node);
  }
};

/// Along outgoing edges: the gradients of B h_u and D h_u.
template <typename T>
struct GatedBackwardTails {
  const T* gate; ///< m x d: the gates
  const T* scaled;
  const T* d_total;
  const int* offset; ///< n + 1: places in `edge` of each tail
  const int* edge;   ///< m
  const int* head;   ///< m
  std::int64_t d;
  T* d_node;
  bool add_node;

  [[nodiscard]] bool repeatable() const { return !add_node; }

  template <int W>
  CANON_HD void at(std::int64_t u, std::int64_t c) const {
    Lanes<T, W> d_value{}, d_gate{};
    for (int i = offset[u]; i < offset[u + 1]; ++i) {
      const std::int64_t e = edge[i], v = head[e];
      d_value += sigmoid<W, T>(load<W>(gate + e * d + c)) * load<W>(scaled + v * d + c);
      d_gate += load<W>(d_total + e * d + c);
    }
    put<W>(d_node + u * 4 * d + d + c, d_value, add_node);
    put<W>(d_node + u * 4 * d + 2 * d + c, d_gate, add_node);
  }
};

} // namespace canon::nn
