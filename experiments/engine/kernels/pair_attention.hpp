#pragma once

#include "kernels/math.hpp"

/// Attention of every node to every other of its graph, by one set of projections along edges and
/// by another along the pairs that are no edge. The node's projections lie side by side in one row
/// of 5 d numbers, [Q | K | Q' | K' | V]; in each of them the heads lie next to each other: number
/// c of head h, of w = d / heads, is column c * heads + h. So a lane is a head and no sum runs
/// across lanes.
namespace canon::nn::kernel {

inline constexpr int attention_parts = 5;
inline constexpr double attention_bound = 5.0; // of a score, before its exponential

/// What both directions need.
template <typename T>
struct PairScores {
  const T* node;      ///< nodes x 5 d
  const T* edge;      ///< edges x d: E
  const T* absent;    ///< 1 x d: E' of a pair that is no edge
  const T* gamma;     ///< 1 x 1: how much such pairs count; null: as much as edges
  const T* factor;    ///< pairs: a factor of each pair; null: none
  const int* row;     ///< nodes: where the pairs (v, .) begin
  const int* first;   ///< nodes: the first node of v's graph
  const int* end;     ///< nodes: one past its last
  const int* edge_of; ///< pairs: the edge from u to v, negative if there is none
  std::int64_t heads, w;

  [[nodiscard]] CANON_HD std::int64_t d() const { return heads * w; }
  [[nodiscard]] CANON_HD const T* part(std::int64_t v, int which) const {
    return node + (v * attention_parts + which) * d();
  }
  [[nodiscard]] CANON_HD const T* edge_part(int e) const {
    return e >= 0 ? edge + e * d() : absent;
  }
  [[nodiscard]] CANON_HD T root() const { return T(1) / std::sqrt(static_cast<T>(w)); }
  [[nodiscard]] CANON_HD T clamped_gamma() const {
    return *gamma < T(0) ? T(0) : (*gamma > T(1) ? T(1) : *gamma);
  }
  /// The factor of the exponential.
  [[nodiscard]] CANON_HD T weight(int e, std::int64_t pair) const {
    const T own = factor != nullptr ? factor[pair] : T(1);
    if (gamma == nullptr) return own;
    const T g = clamped_gamma();
    return own * (e >= 0 ? T(1) : g) / (T(1) + g);
  }
  /// d weight / d gamma; 0 where gamma was cut off.
  [[nodiscard]] CANON_HD T slope(int e, std::int64_t pair) const {
    const T g = *gamma;
    if (g < T(0) || g > T(1)) return T(0);
    const T own = factor != nullptr ? factor[pair] : T(1);
    return own * (e >= 0 ? T(-1) : T(1)) / ((T(1) + g) * (T(1) + g));
  }
  /// Of the heads from h on.
  template <int W>
  [[nodiscard]] CANON_HD Lanes<T, W> score(std::int64_t v, std::int64_t u, int e,
                                           std::int64_t h) const {
    const int real = e >= 0 ? 0 : 2;
    const T* const q = part(v, real) + h;
    const T* const k = part(u, real + 1) + h;
    const T* const bond = edge_part(e) + h;
    Lanes<T, W> sum{};
    for (std::int64_t c = 0; c < d(); c += heads)
      sum += load<W>(q + c) * load<W>(k + c) * load<W>(bond + c);
    return sum * root();
  }
};

/// One node and its heads: out = sum of a_u V_u / (sum of a_u + eps).
template <typename T>
struct PairAttend {
  PairScores<T> scores;
  T eps;
  T* out;     ///< nodes x d
  T* raised;  ///< pairs x heads: e^score, 0 of the node itself and if beyond the bound negated
  T* inverse; ///< nodes x heads

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t h) const {
    const std::int64_t d = scores.d(), heads = scores.heads;
    const Lanes<T, W> most = spread<W>(T(attention_bound)), least = -most;
    T* const to = out + v * d + h;
    for (std::int64_t c = 0; c < d; c += heads)
      store<W>(to + c, Lanes<T, W>{});
    Lanes<T, W> total{};
    for (int u = scores.first[v]; u < scores.end[v]; ++u) {
      const std::int64_t pair = scores.row[v] + u - scores.first[v];
      if (u == v) {
        store<W>(raised + pair * heads + h, Lanes<T, W>{});
        continue;
      }
      const int e = scores.edge_of[pair];
      const Lanes<T, W> score = scores.template score<W>(v, u, e, h);
      const Lanes<T, W> inside = larger<W, T>(smaller<W, T>(score, most), least);
      const Lanes<T, W> power = exponential<W, T>(inside);
      store<W>(raised + pair * heads + h, inside == score ? power : -power);
      const Lanes<T, W> a = power * scores.weight(e, pair);
      total += a;
      const T* const value = scores.part(u, 4) + h;
      for (std::int64_t c = 0; c < d; c += heads)
        put<W>(to + c, a * load<W>(value + c), true);
    }
    const Lanes<T, W> scale = T(1) / (total + eps);
    store<W>(inverse + v * heads + h, scale);
    for (std::int64_t c = 0; c < d; c += heads)
      store<W>(to + c, load<W>(to + c) * scale);
  }
};

/// Back to the node that looked: Q, Q' and what it met on the way.
template <typename T>
struct PairAttendBackTo {
  PairScores<T> scores;
  const T* out;
  const T* d_out;
  const T* raised;
  const T* inverse;
  T* d_score;  ///< pairs x heads
  T* d_node;   ///< nodes x 5 d, added to
  T* d_edge;   ///< edges x d, added to; may be null
  T* d_absent; ///< nodes x d: each node's share
  T* d_gamma;  ///< nodes x heads: the shares; null without gamma

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t h) const {
    const std::int64_t d = scores.d(), heads = scores.heads, place = v * d + h;
    const Lanes<T, W> inv = load<W>(inverse + v * heads + h);
    T* const share = d_absent + place;
    Lanes<T, W> level{}, gamma_share{}; // level: <d_out, out>, the same for every u
    for (std::int64_t c = 0; c < d; c += heads) {
      store<W>(share + c, Lanes<T, W>{});
      level += load<W>(d_out + place + c) * load<W>(out + place + c);
    }
    for (int u = scores.first[v]; u < scores.end[v]; ++u) {
      const std::int64_t pair = scores.row[v] + u - scores.first[v], at = pair * heads + h;
      if (u == v) {
        store<W>(d_score + at, Lanes<T, W>{});
        continue;
      }
      const int e = scores.edge_of[pair];
      const Lanes<T, W> kept = load<W>(raised + at);
      const T* const value = scores.part(u, 4) + h;
      Lanes<T, W> da{};
      for (std::int64_t c = 0; c < d; c += heads)
        da += load<W>(d_out + place + c) * load<W>(value + c);
      da = (da - level) * inv;
      const Lanes<T, W> power = larger<W, T>(kept, -kept);
      if (d_gamma != nullptr) gamma_share += da * power * scores.slope(e, pair);
      const Lanes<T, W> free = da * power * (scores.weight(e, pair) * scores.root());
      const Lanes<T, W> ds = kept < T(0) ? Lanes<T, W>{} : free; // where the bound held: nothing
      store<W>(d_score + at, ds);
      const int real = e >= 0 ? 0 : 2;
      const T* const q = scores.part(v, real) + h;
      const T* const k = scores.part(u, real + 1) + h;
      const T* const bond = scores.edge_part(e) + h;
      T* const dq = d_node + (v * attention_parts + real) * d + h;
      T* const d_bond = e < 0 ? share : (d_edge != nullptr ? d_edge + e * d + h : nullptr);
      for (std::int64_t c = 0; c < d; c += heads) {
        const Lanes<T, W> along = ds * load<W>(k + c);
        put<W>(dq + c, along * load<W>(bond + c), true);
        if (d_bond != nullptr) put<W>(d_bond + c, along * load<W>(q + c), true);
      }
    }
    if (d_gamma != nullptr) store<W>(d_gamma + v * heads + h, gamma_share);
  }
};

/// Back to the node that was looked at: K, K' and V.
template <typename T>
struct PairAttendBackFrom {
  PairScores<T> scores;
  const T* d_out;
  const T* raised;
  const T* inverse;
  const T* d_score;
  T* d_node;

  template <int W>
  CANON_HD void at(std::int64_t u, std::int64_t h) const {
    const std::int64_t d = scores.d(), heads = scores.heads, first = scores.first[u];
    T* const own = d_node + u * attention_parts * d + h;
    for (std::int64_t v = first; v < scores.end[u]; ++v) {
      if (v == u) continue;
      const std::int64_t pair = scores.row[v] + u - first, at = pair * heads + h;
      const int e = scores.edge_of[pair], real = e >= 0 ? 0 : 2;
      const Lanes<T, W> kept = load<W>(raised + at), power = larger<W, T>(kept, -kept);
      const Lanes<T, W> a = power * scores.weight(e, pair) * load<W>(inverse + v * heads + h);
      const Lanes<T, W> ds = load<W>(d_score + at);
      const T* const q = scores.part(v, real) + h;
      const T* const bond = scores.edge_part(e) + h;
      const T* const arriving = d_out + v * d + h;
      T* const dk = own + (real + 1) * d;
      T* const dv = own + 4 * d;
      for (std::int64_t c = 0; c < d; c += heads) {
        put<W>(dk + c, ds * load<W>(q + c) * load<W>(bond + c), true);
        put<W>(dv + c, a * load<W>(arriving + c), true);
      }
    }
  }
};

} // namespace canon::nn::kernel
