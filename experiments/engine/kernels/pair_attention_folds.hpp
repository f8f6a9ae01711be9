#pragma once

#include "kernels/columns.hpp"
#include "kernels/pair_attention.hpp"

/// The attention of pair_attention.hpp for a device, in more and smaller steps: there one thread
/// would walk over all nodes of a graph for a head of a node. Here scores are of one pair and head
/// each, and sums over the nodes of a graph are folds over columns that lie side by side.
namespace canon::nn::kernel {

/// Which nodes a pair (v, u) is of.
template <typename T>
struct PairEnds {
  std::int64_t v, u;

  CANON_HD PairEnds(const PairScores<T>& scores, const int* owner, std::int64_t pair)
      : v(owner[pair]), u(scores.first[v] + (pair - scores.row[v])) {}
};

/// The head of a column: divided in 32 bits, 64 would be slow.
CANON_HD inline std::int64_t head_of(std::int64_t column, std::int64_t heads) {
  return static_cast<unsigned>(column) % static_cast<unsigned>(heads);
}

/// One pair and its heads.
template <typename T>
struct PairPowers {
  PairScores<T> scores;
  const int* owner; ///< of each pair its v
  T* raised;        ///< pairs x heads: as in PairAttend
  T* weighted;      ///< pairs x heads: with the factor of the exponential

  template <int W>
  CANON_HD void at(std::int64_t pair, std::int64_t h) const {
    const PairEnds<T> ends(scores, owner, pair);
    const std::int64_t place = pair * scores.heads + h;
    if (ends.u == ends.v) {
      store<W>(raised + place, Lanes<T, W>{});
      store<W>(weighted + place, Lanes<T, W>{});
      return;
    }
    const Lanes<T, W> most = spread<W>(T(attention_bound)), least = -most;
    const int e = scores.edge_of[pair];
    const Lanes<T, W> score = scores.template score<W>(ends.v, ends.u, e, h);
    const Lanes<T, W> inside = larger<W, T>(smaller<W, T>(score, most), least);
    const Lanes<T, W> power = exponential<W, T>(inside);
    store<W>(raised + place, inside == score ? power : -power);
    store<W>(weighted + place, power * scores.weight(e, pair));
  }
};

/// out = sum of a_u V_u / (sum of a_u + eps), over the pairs of a node.
template <typename T>
struct PairValues {
  PairScores<T> scores;
  const T* weighted;
  T eps;
  T* out;     ///< nodes x d
  T* inverse; ///< nodes x heads

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t column) const {
    fold_at<W>(*this, v, column);
  }

  struct Partial {
    T value{}, total{};
  };
  CANON_HD std::int64_t begin(std::int64_t v) const { return scores.row[v]; }
  CANON_HD std::int64_t end(std::int64_t v) const {
    return scores.row[v] + scores.end[v] - scores.first[v];
  }
  CANON_HD void take(Partial& sum, std::int64_t v, std::int64_t pair, std::int64_t column) const {
    const T a = weighted[pair * scores.heads + head_of(column, scores.heads)];
    sum.value += a * scores.part(scores.first[v] + (pair - scores.row[v]), 4)[column];
    sum.total += a;
  }
  CANON_HD void merge(Partial& sum, const Partial& other) const {
    sum.value += other.value;
    sum.total += other.total;
  }
  CANON_HD void finish(const Partial& sum, std::int64_t v, std::int64_t column) const {
    const T scale = T(1) / (sum.total + eps);
    out[v * scores.d() + column] = sum.value * scale;
    if (column < scores.heads) inverse[v * scores.heads + column] = scale;
  }
};

/// On the way back, what is the same for all pairs of a node: <d_out, out> of each head.
template <typename T>
struct PairLevels {
  const T* out;
  const T* d_out;
  std::int64_t heads, d;
  T* level; ///< nodes x heads

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t h) const {
    Lanes<T, W> sum{};
    for (std::int64_t c = v * d + h; c < (v + 1) * d; c += heads)
      sum += load<W>(d_out + c) * load<W>(out + c);
    store<W>(level + v * heads + h, sum);
  }
};

/// Back to the scores.
template <typename T>
struct PairPowersBack {
  PairScores<T> scores;
  const int* owner;
  const T* d_out;
  const T* raised;
  const T* weighted;
  const T* inverse;
  const T* level;
  T* d_score; ///< pairs x heads
  T* share;   ///< pairs x heads: a_u / (sum of a_u + eps)
  T* d_gamma; ///< pairs x heads: the shares; null without gamma

  template <int W>
  CANON_HD void at(std::int64_t pair, std::int64_t h) const {
    const std::int64_t heads = scores.heads, d = scores.d(), place = pair * heads + h;
    const PairEnds<T> ends(scores, owner, pair);
    if (ends.u == ends.v) {
      store<W>(d_score + place, Lanes<T, W>{});
      store<W>(share + place, Lanes<T, W>{});
      if (d_gamma != nullptr) store<W>(d_gamma + place, Lanes<T, W>{});
      return;
    }
    const Lanes<T, W> inv = load<W>(inverse + ends.v * heads + h);
    const T* const arriving = d_out + ends.v * d + h;
    const T* const value = scores.part(ends.u, 4) + h;
    Lanes<T, W> da{};
    for (std::int64_t c = 0; c < d; c += heads)
      da += load<W>(arriving + c) * load<W>(value + c);
    da = (da - load<W>(level + ends.v * heads + h)) * inv;
    const int e = scores.edge_of[pair];
    const Lanes<T, W> kept = load<W>(raised + place), power = larger<W, T>(kept, -kept);
    if (d_gamma != nullptr) store<W>(d_gamma + place, da * power * scores.slope(e, pair));
    const Lanes<T, W> free = da * power * (scores.weight(e, pair) * scores.root());
    store<W>(d_score + place, kept < T(0) ? Lanes<T, W>{} : free); // where the bound held: nothing
    store<W>(share + place, load<W>(weighted + place) * inv);
  }
};

/// Back to the node that looked: Q, Q' and the edges; the shares of gamma put together.
template <typename T>
struct PairBackTo {
  PairScores<T> scores;
  const T* d_score;
  const T* gamma_of_pair; ///< pairs x heads; null without gamma
  T* d_node;              ///< nodes x 5 d
  bool add;
  T* d_edge;   ///< edges x d, added to; may be null
  T* d_absent; ///< nodes x d: each node's share
  T* d_gamma;  ///< nodes x heads: the shares

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t column) const {
    fold_at<W>(*this, v, column);
  }

  struct Partial {
    T real{}, absent{}, gamma{};
  };
  CANON_HD std::int64_t begin(std::int64_t v) const { return scores.row[v]; }
  CANON_HD std::int64_t end(std::int64_t v) const {
    return scores.row[v] + scores.end[v] - scores.first[v];
  }
  CANON_HD void take(Partial& sum, std::int64_t v, std::int64_t pair, std::int64_t column) const {
    const std::int64_t heads = scores.heads, u = scores.first[v] + (pair - scores.row[v]);
    if (gamma_of_pair != nullptr && column < heads)
      sum.gamma += gamma_of_pair[pair * heads + column];
    if (u == v) return;
    const int e = scores.edge_of[pair];
    const T ds = d_score[pair * heads + head_of(column, heads)];
    if (e < 0) {
      sum.absent += ds * scores.part(u, 3)[column];
      return;
    }
    const std::int64_t place = e * scores.d() + column;
    const T along = ds * scores.part(u, 1)[column];
    sum.real += along * scores.edge[place];
    if (d_edge != nullptr) d_edge[place] += along * scores.part(v, 0)[column]; // of this pair alone
  }
  CANON_HD void merge(Partial& sum, const Partial& other) const {
    sum.real += other.real;
    sum.absent += other.absent;
    sum.gamma += other.gamma;
  }
  CANON_HD void finish(const Partial& sum, std::int64_t v, std::int64_t column) const {
    const std::int64_t d = scores.d();
    T* const to = d_node + v * attention_parts * d + column;
    put<1>(to, sum.real, add);
    put<1>(to + 2 * d, sum.absent * scores.absent[column], add);
    d_absent[v * d + column] = sum.absent * scores.part(v, 2)[column];
    if (gamma_of_pair != nullptr && column < scores.heads)
      d_gamma[v * scores.heads + column] = sum.gamma;
  }
};

/// Back to the node that was looked at: K, K' and V, over the nodes v of its graph.
template <typename T>
struct PairBackFrom {
  PairScores<T> scores;
  const T* d_out;
  const T* d_score;
  const T* share;
  T* d_node; ///< nodes x 5 d
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t u, std::int64_t column) const {
    fold_at<W>(*this, u, column);
  }

  struct Partial {
    T real{}, absent{}, value{};
  };
  CANON_HD std::int64_t begin(std::int64_t u) const { return scores.first[u]; }
  CANON_HD std::int64_t end(std::int64_t u) const { return scores.end[u]; }
  CANON_HD void take(Partial& sum, std::int64_t u, std::int64_t v, std::int64_t column) const {
    // The rows of a graph's pairs follow each other and are equally long. What is the same for all
    // v is read before the first condition: the compiler then reads it once.
    const std::int64_t first = scores.first[u], size = scores.end[u] - first;
    const std::int64_t pair = scores.row[first] + (v - first) * size + (u - first);
    const std::int64_t at = pair * scores.heads + head_of(column, scores.heads);
    if (v == u) return;
    const int e = scores.edge_of[pair];
    const T ds = d_score[at];
    if (e < 0)
      sum.absent += ds * scores.part(v, 2)[column];
    else
      sum.real += ds * scores.part(v, 0)[column] * scores.edge[e * scores.d() + column];
    sum.value += share[at] * d_out[v * scores.d() + column];
  }
  CANON_HD void merge(Partial& sum, const Partial& other) const {
    sum.real += other.real;
    sum.absent += other.absent;
    sum.value += other.value;
  }
  CANON_HD void finish(const Partial& sum, std::int64_t u, std::int64_t column) const {
    const std::int64_t d = scores.d();
    T* const to = d_node + u * attention_parts * d + column;
    put<1>(to + d, sum.real, add);
    put<1>(to + 3 * d, sum.absent * scores.absent[column], add);
    put<1>(to + 4 * d, sum.value, add);
  }
};

} // namespace canon::nn::kernel
