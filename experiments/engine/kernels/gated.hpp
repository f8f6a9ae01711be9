#pragma once

#include "kernels/batch_norm.hpp"

/// The edge-gated sum of GatedGCN in one pass over the edges. The node's projections lie side by
/// side in one row of 4 d numbers: [A h | B h | D h | E h]; edges are sorted by their head, the
/// node they point to.
namespace canon::nn::kernel {

/// How the four projections lie in a row: `quarter` apart. Where that is less than the columns
/// worked on, which may be padded, the rest of the columns is 0 and is not written.
struct Quarters {
  std::int64_t stride, quarter;

  template <int W, typename T>
  CANON_HD Lanes<T, W> load(const T* row, int which, std::int64_t c) const {
    return load_first<W>(row + which * quarter + c, quarter - c);
  }
  template <int W, typename T>
  CANON_HD void put(T* row, int which, std::int64_t c, const Lanes<T, W>& value, bool add) const {
    put_first<W>(row + which * quarter + c, value, add, quarter - c);
  }
};

/// Where some graphs have matrices of their own: row 0 of them belongs to this node or edge.
struct GatedPart {
  std::int64_t first_node = 0, first_edge = 0;
};

/// Of node v: gate_e = D h_u + E h_v + C e for each edge e = (u, v), s = sigmoid(gate), and
/// out_v = A h_v + sum(s * B h_u) / (sum(s) + eps).
template <typename T>
struct GatedForward {
  GatedPart part;
  const T* node; ///< n x 4d, of the part
  Quarters quarters;
  const T* edge;     ///< m x d: C e
  const T* bias;     ///< 1 x 3d, what is still to be added to A h, B h and the gate; or null
  const int* offset; ///< n + 1: the edges of each head
  const int* tail;   ///< m
  std::int64_t d;
  T eps;
  T* out;   ///< n x d
  T* gate;  ///< m x d; may be `edge` itself
  T* value; ///< n x d: B h with its bias, for the way back; or null

  /// Even in place: what is done already is left alone.
  [[nodiscard]] bool repeatable() const { return true; }

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t c) const {
    const int done = lanes_done<W>(c, d);
    const T* own = node + (v - part.first_node) * quarters.stride;
    Lanes<T, W> start = quarters.load<W>(own, 0, c), here = quarters.load<W>(own, 3, c), shift{};
    if (bias != nullptr) {
      start += load<W>(bias + c);
      shift = load<W>(bias + d + c);
      here += load<W>(bias + 2 * d + c);
    }
    if (value != nullptr) store<W>(value + v * d + c, quarters.load<W>(own, 1, c) + shift);
    Lanes<T, W> sum{}, weight{};
    const int end = offset[v + 1]; // what is stored below might be this, as far as a compiler knows
    for (int e = offset[v]; e < end; ++e) {
      const T* other = node + (tail[e] - part.first_node) * quarters.stride;
      const std::int64_t at = e * d + c;
      const Lanes<T, W> g = quarters.load<W>(other, 2, c) + here + load<W>(edge + at);
      const Lanes<T, W> s = sigmoid<W, T>(g);
      store_from<W>(gate + at, g, done);
      sum += s * (quarters.load<W>(other, 1, c) + shift);
      weight += s;
    }
    store_from<W>(out + v * d + c, start + sum / (weight + eps), done);
  }
};

/// The gates as the way back wants them: their sigmoids and the gradient of their other uses are in
/// memory.
template <typename T>
struct KeptGates {
  const T* sigmoids; ///< m x d
  const T* arriving; ///< m x d; may be null, or where the whole gradient goes

  template <int W>
  CANON_HD Lanes<T, W> open(std::int64_t at) const {
    return load<W>(sigmoids + at);
  }
  template <int W>
  struct Column {
    const T* arriving;

    CANON_HD void add_arriving(Lanes<T, W>& g, std::int64_t at) const {
      if (arriving != nullptr) g += load<W>(arriving + at);
    }
  };
  template <int W>
  CANON_HD Column<W> column(std::int64_t) const {
    return {arriving};
  }
  [[nodiscard]] bool reads(const T* from) const { return arriving == from; }
};

/// The same computed from the gates, where arithmetic is cheaper than memory: their other use is a
/// batch normalisation, whose way back is taken on the spot.
template <typename T>
struct NormedGates {
  NormaliseBack<T> norm; ///< its x are the gates; dx and add are not used
  bool reached;          ///< whether a gradient arrives at the normalised gates

  template <int W>
  CANON_HD Lanes<T, W> open(std::int64_t at) const {
    return sigmoid<W, T>(load<W>(norm.through.x + at));
  }
  template <int W>
  struct Column {
    typename NormaliseBack<T>::template Strip<W> norm;
    bool reached;

    CANON_HD void add_arriving(Lanes<T, W>& g, std::int64_t at) const {
      if (reached) g += norm.value(at);
    }
  };
  template <int W>
  CANON_HD Column<W> column(std::int64_t c) const {
    return {norm.template strip<W>(c), reached};
  }
  [[nodiscard]] bool reads(const T* from) const { return norm.through.dy == from; }
};

/// Of how many edges of a node a thread keeps the gates and values of the first loop for the
/// second: on a device, where they are in registers. Molecules have few nodes with more.
#ifdef __CUDA_ARCH__
#define CANON_UNROLL _Pragma("unroll")
inline constexpr int edges_kept = 4;
#else
#define CANON_UNROLL
inline constexpr int edges_kept = 0;
#endif

/// The way back along incoming edges: the gradient of every gate (which is also that of C e), and
/// of A h_v and E h_v.
template <typename T, typename Gates = KeptGates<T>>
struct GatedBackwardHeads {
  GatedPart part;
  const T* value;      ///< B h of all nodes
  std::int64_t stride; ///< of its rows
  // These and what is written are the part's:
  Gates gates;
  const T* d_out; ///< n x d; may be null: nothing came
  const int* offset;
  const int* tail;
  std::int64_t d;
  T eps;
  T* scaled;  ///< n x d: d_out / (sum(s) + eps), for the tails
  T* d_total; ///< m x d: the whole gradient of the gate
  T* d_edge;  ///< m x d, or d_total itself if there is nothing to add to
  T* d_node;  ///< n x 4d; this writes the first and the last quarter
  Quarters quarters;
  bool add_node;

  [[nodiscard]] bool repeatable() const {
    return !add_node && d_total == d_edge && !gates.reads(d_total);
  }

  template <int W>
  CANON_HD void at(std::int64_t v, std::int64_t c) const {
    const std::int64_t row = v - part.first_node, first = offset[v] - part.first_edge,
                       end = offset[v + 1] - part.first_edge;
    const int* const from = tail + part.first_edge;
    Lanes<T, W> weight{}, sum_values{};
    Lanes<T, W> gate_kept[edges_kept + 1], value_kept[edges_kept + 1];
    const auto gather = [&](std::int64_t e, Lanes<T, W>& s, Lanes<T, W>& other) {
      s = gates.template open<W>(e * d + c);
      other = load<W>(value + stride * from[e] + c);
    };
    const auto add = [&](const Lanes<T, W>& s, const Lanes<T, W>& other) {
      weight += s;
      sum_values += s * other;
    };
    CANON_UNROLL
    for (int j = 0; j < edges_kept; ++j)
      if (first + j < end) {
        gather(first + j, gate_kept[j], value_kept[j]);
        add(gate_kept[j], value_kept[j]);
      }
    for (std::int64_t e = first + edges_kept; e < end; ++e) {
      Lanes<T, W> s, other;
      gather(e, s, other);
      add(s, other);
    }
    const Lanes<T, W> arriving = d_out != nullptr ? load<W>(d_out + row * d + c) : Lanes<T, W>{};
    const Lanes<T, W> inverse = T(1) / (weight + eps);
    const Lanes<T, W> mean = sum_values * inverse, share = arriving * inverse;
    store<W>(scaled + row * d + c, share);
    Lanes<T, W> sum{};
    const auto column = gates.template column<W>(c);
    const auto give = [&](std::int64_t e, const Lanes<T, W>& s, const Lanes<T, W>& other) {
      const std::int64_t at = e * d + c;
      Lanes<T, W> g = share * (other - mean) * s * (T(1) - s);
      column.add_arriving(g, at);
      store<W>(d_total + at, g);
      if (d_total != d_edge) put<W>(d_edge + at, g, true);
      sum += g;
    };
    CANON_UNROLL
    for (int j = 0; j < edges_kept; ++j)
      if (first + j < end) give(first + j, gate_kept[j], value_kept[j]);
    for (std::int64_t e = first + edges_kept; e < end; ++e) {
      Lanes<T, W> s, other;
      gather(e, s, other);
      give(e, s, other);
    }
    quarters.put<W>(d_node + row * quarters.stride, 0, c, arriving, add_node);
    quarters.put<W>(d_node + row * quarters.stride, 3, c, sum, add_node);
  }
};

/// Along outgoing edges: the gradients of B h_u and D h_u.
template <typename T, typename Gates = KeptGates<T>>
struct GatedBackwardTails {
  GatedPart part;
  Gates gates; ///< from here on the part's, as above
  const T* scaled;
  const T* d_total;
  const int* offset; ///< n + 1: places in `edge` of each tail
  const int* edge;   ///< m
  const int* head;   ///< m
  std::int64_t d;
  T* d_node;
  Quarters quarters;
  bool add_node;

  [[nodiscard]] bool repeatable() const { return !add_node; }

  template <int W>
  CANON_HD void at(std::int64_t u, std::int64_t c) const {
    Lanes<T, W> d_value{}, d_gate{};
    const int end = offset[u + 1];
    for (int i = offset[u]; i < end; ++i) {
      const std::int64_t e = edge[i] - part.first_edge, v = head[edge[i]] - part.first_node;
      d_value += gates.template open<W>(e * d + c) * load<W>(scaled + v * d + c);
      d_gate += load<W>(d_total + e * d + c);
    }
    const std::int64_t row = u - part.first_node;
    quarters.put<W>(d_node + row * quarters.stride, 1, c, d_value, add_node);
    quarters.put<W>(d_node + row * quarters.stride, 2, c, d_gate, add_node);
  }
};

/// The gradients of the biases from the sums of blocks of rows of the nodes' gradient (n x 4d). The
/// edges' bias enters a gate as E h does: the sum over its last quarter is its gradient too.
template <typename T>
struct GatedBiases {
  const T* blocks;
  std::int64_t count, d;
  T* node; ///< 1 x 4d; may be null
  T* edge; ///< 1 x d; may be null
  bool add_node, add_edge;

  template <int W>
  CANON_HD void at(std::int64_t, std::int64_t column) const {
    fold_at<W>(*this, 0, column);
  }

  using Partial = T;
  CANON_HD std::int64_t begin(std::int64_t) const { return 0; }
  CANON_HD std::int64_t end(std::int64_t) const { return count; }
  CANON_HD void take(T& sum, std::int64_t, std::int64_t block, std::int64_t column) const {
    sum += blocks[block * 4 * d + column];
  }
  CANON_HD void merge(T& sum, const T& other) const { sum += other; }
  CANON_HD void finish(const T& sum, std::int64_t, std::int64_t column) const {
    if (node != nullptr) put<1>(node + column, sum, add_node);
    if (edge != nullptr && column >= 3 * d) put<1>(edge + column - 3 * d, sum, add_edge);
  }
};

} // namespace canon::nn::kernel

#undef CANON_UNROLL
