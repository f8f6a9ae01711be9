#pragma once

#include "kernels/math.hpp"

/// Attention of every node to every other of its graph, by one set of projections along edges and
/// by another along the pairs that are no edge. The node's projections lie side by side in one row
/// of 5 d numbers, [Q | K | Q' | K' | V]; a head has w = d / heads of each.
namespace canon::nn {

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
  [[nodiscard]] CANON_HD const T* part(std::int64_t v, int which, std::int64_t head) const {
    return node + (v * attention_parts + which) * d() + head * w;
  }
  [[nodiscard]] CANON_HD const T* edge_part(int e, std::int64_t head) const {
    return (e >= 0 ? edge + e * d() : absent) + head * w;
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
  [[nodiscard]] CANON_HD T score(std::int64_t v, std::int64_t u, int e, std::int64_t head) const {
    const int real = e >= 0 ? 0 : 2;
    const T* const q = part(v, real, head);
    const T* const k = part(u, real + 1, head);
    const T* const bond = edge_part(e, head);
    T sum = 0;
    for (std::int64_t i = 0; i < w; ++i)
      sum += q[i] * k[i] * bond[i];
    return sum * root();
  }
};

/// One node and head: out = sum of a_u V_u / (sum of a_u + eps).
template <typename T>
struct PairAttend {
  PairScores<T> scores;
  T eps;
  T* out;     ///< nodes x d
  T* raised;  ///< pairs x heads: e^score, 0 of the node itself and if beyond the bound negated
  T* inverse; ///< nodes x heads

  CANON_HD void operator()(std::int64_t i) const {
    const std::int64_t v = i / scores.heads, head = i % scores.heads, w = scores.w;
    T* const to = out + v * scores.d() + head * w;
    for (std::int64_t c = 0; c < w; ++c)
      to[c] = T(0);
    T total = 0;
    for (int u = scores.first[v]; u < scores.end[v]; ++u) {
      const std::int64_t pair = scores.row[v] + u - scores.first[v];
      const int e = scores.edge_of[pair];
      T& kept = raised[pair * scores.heads + head];
      if (u == v) {
        kept = T(0);
        continue;
      }
      const T bound = T(attention_bound);
      const T score = scores.score(v, u, e, head);
      const T inside = score > bound ? bound : (score < -bound ? -bound : score);
      const T power = std::exp(inside);
      kept = inside == score ? power : -power;
      const T a = power * scores.weight(e, pair);
      total += a;
      const T* const value = scores.part(u, 4, head);
      for (std::int64_t c = 0; c < w; ++c)
        to[c] += a * value[c];
    }
    const T scale = T(1) / (total + eps);
    inverse[i] = scale;
    for (std::int64_t c = 0; c < w; ++c)
      to[c] *= scale;
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

  CANON_HD void operator()(std::int64_t i) const {
    const std::int64_t v = i / scores.heads, head = i % scores.heads, w = scores.w;
    const std::int64_t d = scores.d(), place = v * d + head * w;
    T* const share = d_absent + place;
    for (std::int64_t c = 0; c < w; ++c)
      share[c] = T(0);
    T gamma_share = 0;
    for (int u = scores.first[v]; u < scores.end[v]; ++u) {
      const std::int64_t pair = scores.row[v] + u - scores.first[v];
      const int e = scores.edge_of[pair];
      const T kept = raised[pair * scores.heads + head];
      T& ds = d_score[pair * scores.heads + head];
      ds = T(0);
      if (u == v) continue;
      const T* const value = scores.part(u, 4, head);
      T da = 0;
      for (std::int64_t c = 0; c < w; ++c)
        da += d_out[place + c] * (value[c] - out[place + c]);
      da *= inverse[i];
      const T power = kept < T(0) ? -kept : kept;
      if (d_gamma != nullptr) gamma_share += da * power * slope(e, pair);
      if (kept < T(0)) continue; // the bound held it
      ds = da * power * scores.weight(e, pair) * scores.root();
      const int real = e >= 0 ? 0 : 2;
      const T* const q = scores.part(v, real, head);
      const T* const k = scores.part(u, real + 1, head);
      const T* const bond = scores.edge_part(e, head);
      T* const dq = d_node + (v * attention_parts + real) * d + head * w;
      for (std::int64_t c = 0; c < w; ++c)
        dq[c] += ds * k[c] * bond[c];
      T* const d_bond = e >= 0 ? (d_edge != nullptr ? d_edge + e * d + head * w : nullptr) : share;
      if (d_bond != nullptr)
        for (std::int64_t c = 0; c < w; ++c)
          d_bond[c] += ds * q[c] * k[c];
    }
    if (d_gamma != nullptr) d_gamma[i] = gamma_share;
  }

  /// d weight / d gamma; 0 where gamma was cut off.
  [[nodiscard]] CANON_HD T slope(int e, std::int64_t pair) const {
    const T g = *scores.gamma;
    if (g < T(0) || g > T(1)) return T(0);
    const T own = scores.factor != nullptr ? scores.factor[pair] : T(1);
    return own * (e >= 0 ? T(-1) : T(1)) / ((T(1) + g) * (T(1) + g));
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

  CANON_HD void operator()(std::int64_t i) const {
    const std::int64_t u = i / scores.heads, head = i % scores.heads, w = scores.w;
    const std::int64_t d = scores.d(), first = scores.first[u];
    T* const own = d_node + u * attention_parts * d + head * w;
    for (std::int64_t v = first; v < scores.end[u]; ++v) {
      if (v == u) continue;
      const std::int64_t pair = scores.row[v] + u - first;
      const int e = scores.edge_of[pair], real = e >= 0 ? 0 : 2;
      const T kept = raised[pair * scores.heads + head], power = kept < T(0) ? -kept : kept;
      const T a = power * scores.weight(e, pair) * inverse[v * scores.heads + head];
      const T ds = d_score[pair * scores.heads + head];
      const T* const q = scores.part(v, real, head);
      const T* const bond = scores.edge_part(e, head);
      const T* const arriving = d_out + v * d + head * w;
      T* const dk = own + (real + 1) * d;
      T* const dv = own + 4 * d;
      for (std::int64_t c = 0; c < w; ++c) {
        dk[c] += ds * q[c] * bond[c];
        dv[c] += a * arriving[c];
      }
    }
  }
};

} // namespace canon::nn
