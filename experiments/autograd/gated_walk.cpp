#include "autograd/gated_walk.hpp"

#include "autograd/linear_gradients.hpp"
#include "autograd/padded_linear.hpp"
#include "device/sum_pieces.hpp"
#include "kernels/gated.hpp"

#include <algorithm>
#include <omp.h>

namespace canon::nn {
namespace {

// Of molecules four or so make a block: then all that a block needs fits the second-level cache.
constexpr std::int64_t nodes_per_block = 96, most_parts = 8;
constexpr double gate_eps = 1e-6;

/// Rows of `columns` numbers; what is behind them in a row of `to` becomes 0.
template <typename T>
struct CopyRows {
  const T* from;
  std::int64_t from_stride, columns;
  T* to;
  std::int64_t to_stride;
  const int* index = nullptr; ///< which row of `from`, if not the same
  bool add = false;

  void operator()(std::int64_t row) const {
    const T* const source = from + (index != nullptr ? index[row] : row) * from_stride;
    T* const target = to + row * to_stride;
    for (std::int64_t j = 0; j < columns; ++j)
      target[j] = add ? target[j] + source[j] : source[j];
    for (std::int64_t j = columns; j < to_stride; ++j)
      target[j] = T(0);
  }
};

template <typename T>
void copy_rows(std::int64_t rows, const CopyRows<T>& kernel) {
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row)
    kernel(row);
}

} // namespace

template <typename T>
std::int64_t GatedWalk<T>::Side::x_columns() const {
  return padded<T>(in);
}

template <typename T>
std::int64_t GatedWalk<T>::Side::columns() const {
  return padded<T>(out);
}

template <typename T>
RowBlocks GatedWalk<T>::Side::blocks() const {
  return {rows, offset->data(), static_cast<std::int64_t>(offset->size()) - 1};
}

template <typename T>
NormRow<T> GatedWalk<T>::Side::norm_row() const {
  const std::int64_t d = columns();
  return {statistics, statistics + d, statistics + 2 * d, statistics + 3 * d};
}

template <typename T>
Normalise<T> GatedWalk<T>::Side::normalise(T* to) const {
  return {raw, norm_row(), residual ? x : nullptr, columns(), true, to};
}

template <typename T>
ThroughRelu<T> GatedWalk<T>::Side::through(const T* dy) const {
  return {raw, norm_row(), dy, columns(), true};
}

template <typename T>
bool GatedWalk<T>::serves(Tape<T>& tape, const EdgeIndex& edges, const Segments& graphs,
                          const std::vector<GatedLayer<T>>& layers) {
  if (tape.backend() != Backend::cpu || edges.edges == 0 || layers.empty()) return false;
  for (const GatedLayer<T>& layer : layers)
    if (!PaddedLinear<T>::serves(tape.rows(layer.edge_weight), tape.columns(layer.edge_weight), 4))
      return false;
  // A graph is not cut: a large one would leave the other threads without work.
  int largest = 0;
  for (std::int64_t g = 0; g < graphs.count; ++g)
    largest = std::max(largest, graphs.offset[g + 1] - graphs.offset[g]);
  return largest <= 4 * nodes_per_block;
}

/// A linear map of a side: of its rows, or of the few that they are picked from.
template <typename T>
class GatedWalk<T>::Products {
public:
  Products(Tape<T>& tape, const Side& side, std::int64_t blocks, bool back)
      : side_(side), map_(tape.pool(), tape.value(side.weight), blocks, back) {
    if (!side.few()) return;
    const Matrix<T> rows = tape.value(side.picked->rows);
    few_ = rows.rows;
    table_ = Array<T>(tape.pool(), static_cast<std::size_t>(few_ * side.x_columns()));
    copy_rows(few_,
              CopyRows<T>{rows.data, rows.columns, rows.columns, table_.data(), side.x_columns()});
    if (back) return;
    product_ = Array<T>(tape.pool(), static_cast<std::size_t>(few_ * map_.stride()));
    map_.forward(table_.data(), few_, product_.data());
  }

  [[nodiscard]] FourSides layout() const { return {map_.stride(), map_.block()}; }

  /// Of the rows [first, end).
  void forward(std::int64_t first, std::int64_t end, T* y) const {
    if (!side_.few()) {
      map_.forward(side_.x + first * side_.x_columns(), end - first, y);
      return;
    }
    const CopyRows<T> copy{product_.data(), map_.stride(),
                           map_.stride(),   y,
                           map_.stride(),   side_.picked->pick.index + first};
    for (std::int64_t row = 0; row < end - first; ++row)
      copy(row);
  }

  /// Numbers of a part's share; of picked rows the gradients of their products, and of themselves.
  [[nodiscard]] std::int64_t share_size() const {
    return side_.few() ? few_ * (map_.stride() + side_.x_columns()) : map_.share_size();
  }

  /// Of dy, that of the rows [first, end) alone. `dx`, of all rows, holds what the residual brings
  /// if `add`.
  void backward(std::int64_t first, std::int64_t end, const T* dy, T* dx, bool add, T* share,
                bool more) const {
    const std::int64_t columns = side_.x_columns(), stride = map_.stride();
    if (!side_.few()) {
      map_.backward(side_.x + first * columns, dy, end - first, dx + first * columns, add, share,
                    more);
      return;
    }
    if (!more) std::fill_n(share, share_size(), T(0));
    const auto add_row = [](const T* from, T* to, std::int64_t count) {
      for (std::int64_t j = 0; j < count; ++j)
        to[j] += from[j];
    };
    for (std::int64_t row = first; row < end; ++row) {
      const std::int64_t which = side_.picked->pick.index[row];
      add_row(dy + (row - first) * stride, share + which * stride, stride);
      if (add) add_row(dx + row * columns, share + few_ * stride + which * columns, columns);
    }
  }

  /// The parameters' gradients and, of picked rows, that of what they are picked from.
  void finish(Tape<T>& tape, const Array<T>& shares, std::int64_t count) const {
    const Gradient<T> weight = gradient(tape, side_.weight), bias = gradient(tape, side_.bias);
    if (!side_.few()) {
      map_.sum_shares(shares.data(), count, weight, bias);
      return;
    }
    const Array<T> sum(tape.pool(), static_cast<std::size_t>(share_size())),
        own(tape.pool(), static_cast<std::size_t>(map_.share_size()));
    for_each_tile<T>(Backend::cpu, 1, share_size(),
                     SumPieces<T>{shares.data(), count, share_size(), share_size(), share_size(),
                                  sum.data(), false});
    T* const d_rows = sum.data() + few_ * map_.stride();
    map_.backward(table_.data(), sum.data(), few_, d_rows, true, own.data(), false);
    map_.sum_shares(own.data(), 1, weight, bias);
    const Gradient<T> to = gradient(tape, side_.picked->rows);
    if (to.to != nullptr)
      copy_rows(few_,
                CopyRows<T>{d_rows, side_.x_columns(), side_.in, to.to, side_.in, nullptr, to.add});
  }

  static Gradient<T> gradient(Tape<T>& tape, Var var) {
    if (!tape.wants_grad(var)) return {};
    const auto found = tape.write_grad(var);
    return {found.to.data, found.add};
  }

private:
  const Side& side_;
  PaddedLinear<T> map_;
  std::int64_t few_ = 0;
  Array<T> table_, product_;
};

template <typename T>
typename GatedWalk<T>::Side GatedWalk<T>::make_side(Tape<T>& tape, const GatedLayer<T>& layer,
                                                    bool nodes) {
  const std::vector<int>& offset = nodes ? blocks_.node : blocks_.edge;
  const NormVars<T>& norm = nodes ? layer.node_norm : layer.edge_norm;
  const std::int64_t rows = offset.back(), in = tape.rows(layer.edge_weight),
                     out = tape.columns(layer.edge_weight), d = padded<T>(out);
  Side side{nodes ? layer.node_weight : layer.edge_weight,
            nodes ? layer.node_bias : layer.edge_bias,
            norm,
            rows,
            in,
            out,
            &offset,
            layers_.empty() ? (nodes ? &h_ : &e_) : nullptr,
            layer.residual,
            tape.keep(rows * padded<T>(in)),
            tape.keep(rows * d),
            tape.keep(4 * d)};
  std::fill_n(side.statistics, 4 * d, T(0));
  std::copy_n(tape.value(norm.gamma).data, out, side.statistics + 2 * d);
  std::copy_n(tape.value(norm.beta).data, out, side.statistics + 3 * d);
  return side;
}

template <typename T>
GatedWalk<T>::GatedWalk(Tape<T>& tape, const PickedRows& h, const PickedRows& e,
                        const EdgeIndex& edges, const Segments& graphs,
                        const std::vector<GatedLayer<T>>& layers, bool training)
    : h_(h), e_(e), edges_(edges),
      blocks_(cut_into_blocks(edges, graphs, nodes_per_block, most_parts)), training_(training) {
  for (const GatedLayer<T>& layer : layers) {
    const std::int64_t out = tape.columns(layer.edge_weight), d = padded<T>(out);
    const T* const node_bias = tape.value(layer.node_bias).data;
    const T* const edge_bias = tape.value(layer.edge_bias).data;
    T* const bias = tape.keep(3 * d);
    std::fill_n(bias, 3 * d, T(0));
    for (std::int64_t j = 0; j < out; ++j) {
      bias[j] = node_bias[j];
      bias[d + j] = node_bias[out + j];
      bias[2 * d + j] = node_bias[2 * out + j] + node_bias[3 * out + j] + edge_bias[j];
    }
    layers_.push_back({make_side(tape, layer, true), make_side(tape, layer, false),
                       tape.keep(edges.nodes * d), bias});
    widest_ = std::max({widest_, d, padded<T>(tape.rows(layer.edge_weight))});
  }
}

template <typename T>
void GatedWalk<T>::forward(Tape<T>& tape, T* result) {
  for (const Side* side : {&layers_.front().node, &layers_.front().edge}) {
    const Matrix<T> rows = tape.value(side->picked->rows);
    copy_rows(side->rows, CopyRows<T>{rows.data, side->in, side->in, side->x, side->x_columns(),
                                      side->picked->pick.index});
  }
  const Array<T> moments(tape.pool(), static_cast<std::size_t>(4 * blocks_.count() * widest_)),
      scratch(tape.pool(),
              static_cast<std::size_t>(threads() * blocks_.most_nodes() * 4 * widest_));
  for (std::size_t l = 0; l < layers_.size(); ++l)
    walk_layer(tape, l, moments.data(), scratch.data());
  const Side& last = layers_.back().node;
  const Array<T> y(tape.pool(), static_cast<std::size_t>(last.rows * last.columns()));
  for_each_tile<T>(Backend::cpu, last.rows, last.columns(), last.normalise(y.data()));
  copy_rows(last.rows, CopyRows<T>{y.data(), last.columns(), last.out, result, last.out});
}

template <typename T>
void GatedWalk<T>::walk_layer(Tape<T>& tape, std::size_t l, T* moments, T* scratch) {
  const Layer& layer = layers_[l];
  const Side &node = layer.node, &edge = layer.edge;
  const std::int64_t d = node.columns(), in = node.x_columns(), count = blocks_.count(),
                     own = blocks_.most_nodes() * 4 * widest_;
  const Products node_map(tape, node, 4, false), edge_map(tape, edge, 1, false);
  const auto of_blocks = [&](int which) { return moments + which * count * d; };
#pragma omp parallel for schedule(static)
  for (std::int64_t block = 0; block < count; ++block) {
    const auto b = static_cast<std::size_t>(block);
    const std::int64_t v = blocks_.node[b], v_end = blocks_.node[b + 1], e = blocks_.edge[b],
                       e_end = blocks_.edge[b + 1];
    if (l > 0) {
      walk_rows<T>(v, v_end, in, layers_[l - 1].node.normalise(node.x));
      walk_rows<T>(e, e_end, in, layers_[l - 1].edge.normalise(edge.x));
    }
    T* const product = scratch + omp_get_thread_num() * own;
    node_map.forward(v, v_end, product);
    edge_map.forward(e, e_end, edge.raw + e * d);
    walk_rows<T>(v, v_end, d,
                 GatedForward<T>{{v, e},
                                 product,
                                 node_map.layout(),
                                 edge.raw,
                                 layer.bias,
                                 edges_.head_offset,
                                 edges_.tail,
                                 d,
                                 T(gate_eps),
                                 node.raw,
                                 edge.raw,
                                 layer.value});
    if (!training_) continue;
    walk_rows<T>(block, block + 1, d,
                 BlockMoments<T>{node.raw, node.blocks(), d, of_blocks(0), of_blocks(1)});
    walk_rows<T>(block, block + 1, d,
                 BlockMoments<T>{edge.raw, edge.blocks(), d, of_blocks(2), of_blocks(3)});
  }
  for (const bool nodes : {true, false}) {
    const Side& side = nodes ? node : edge;
    const RunningStatistics<T>& running = side.norm.running;
    T* const mean = side.statistics;
    T* const inverse = side.statistics + d;
    if (training_)
      walk_rows<T>(0, 1, side.out,
                   Moments<T>{of_blocks(nodes ? 0 : 2), of_blocks(nodes ? 1 : 3), side.blocks(), d,
                              running.eps, running.momentum, mean, inverse, running.mean,
                              running.variance});
    else
      walk_rows<T>(0, 1, side.out,
                   RunningMoments<T>{running.mean, running.variance, running.eps, mean, inverse});
  }
}

template <typename T>
class GatedWalk<T>::WayBack {
public:
  WayBack(const GatedWalk& walk, Tape<T>& tape)
      : walk_(walk), tape_(tape), count_(walk.blocks_.count()),
        block_nodes_(walk.blocks_.most_nodes()), block_edges_(walk.blocks_.most_edges()),
        d_h_(numbers(walk.edges_.nodes * walk.widest_)),
        d_e_(numbers(walk.edges_.edges * walk.widest_)), sums_(numbers(4 * count_ * walk.widest_)),
        whole_(numbers(4 * walk.widest_)), scratch_(numbers(threads() * scratch_size())) {}

  void run(const T* d_result) {
    const Side& last = walk_.layers_.back().node;
    copy_rows(last.rows, CopyRows<T>{d_result, last.out, last.out, d_h_.data(), last.columns()});
#pragma omp parallel for schedule(static)
    for (std::int64_t block = 0; block < count_; ++block)
      sum_norms(walk_.layers_.back(), block, d_h_.data(), nullptr);
    for (std::size_t l = walk_.layers_.size(); l-- > 0;)
      back_through(l);
    give(walk_.layers_.front().node, d_h_);
    give(walk_.layers_.front().edge, d_e_);
  }

private:
  [[nodiscard]] Array<T> numbers(std::int64_t count) const {
    return Array<T>(tape_.pool(), static_cast<std::size_t>(count));
  }
  /// Of a thread: d_out, scaled and the products' gradient of a block's nodes; of its edges d_gate
  /// and open.
  [[nodiscard]] std::int64_t scratch_size() const {
    return (6 * block_nodes_ + 2 * block_edges_) * walk_.widest_;
  }
  /// The sums of d and of d x^ of the nodes, and those of the edges; by blocks.
  [[nodiscard]] T* sum_at(int which) const {
    return sums_.data() + which * count_ * walk_.widest_;
  }

  void sum_norms(const Layer& layer, std::int64_t block, const T* dh, const T* de) const {
    const std::int64_t d = layer.node.columns();
    walk_rows<T>(
        block, block + 1, d,
        NormaliseSums<T>{layer.node.through(dh), layer.node.blocks(), sum_at(0), sum_at(1)});
    if (de != nullptr)
      walk_rows<T>(
          block, block + 1, d,
          NormaliseSums<T>{layer.edge.through(de), layer.edge.blocks(), sum_at(2), sum_at(3)});
  }

  /// The blocks' sums together, which are the gradients of beta and gamma.
  void finish_norm(const Side& side, int which) const {
    const std::int64_t d = side.columns();
    for (const int i : {which, which + 1}) {
      T* const to = whole_.data() + i * d;
      walk_rows<T>(0, 1, d, SumRows<T>{sum_at(i), count_, d, T(1), to, false});
      const Gradient<T> gradient =
          Products::gradient(tape_, i == which ? side.norm.beta : side.norm.gamma);
      if (gradient.to != nullptr)
        walk_rows<T>(0, 1, side.out, SumRows<T>{to, 1, d, T(1), gradient.to, gradient.add});
    }
  }

  void back_through_norm(const Side& side, std::size_t block, const T* dy, int which, T* to) const {
    const std::int64_t d = side.columns(), first = (*side.offset)[block];
    walk_rows<T>(first, (*side.offset)[block + 1], d,
                 NormaliseBack<T>{side.through(dy),
                                  walk_.training_ ? whole_.data() + which * d : nullptr,
                                  whole_.data() + (which + 1) * d, T(1) / static_cast<T>(side.rows),
                                  to, false, first});
  }

  void back_through(std::size_t l) {
    const Layer& layer = walk_.layers_[l];
    const Side &node = layer.node, &edge = layer.edge;
    finish_norm(node, 0);
    if (edges_have_) finish_norm(edge, 2);
    const Products node_map(tape_, node, 4, true), edge_map(tape_, edge, 1, true);
    const std::int64_t parts = walk_.blocks_.parts();
    const Array<T> node_shares = numbers(parts * node_map.share_size()),
                   edge_shares = numbers(parts * edge_map.share_size());
    // A residual's gradient is added to where it lies; otherwise the rows may have another length.
    Array<T> next_h, next_e;
    if (!node.residual) {
      next_h = numbers(node.rows * walk_.widest_);
      next_e = numbers(edge.rows * walk_.widest_);
    }
    T* const to_h = node.residual ? d_h_.data() : next_h.data();
    T* const to_e = node.residual ? d_e_.data() : next_e.data();
#pragma omp parallel for schedule(static)
    for (std::int64_t part = 0; part < parts; ++part) {
      const auto p = static_cast<std::size_t>(part);
      const int begin = walk_.blocks_.part[p], end = walk_.blocks_.part[p + 1];
      for (int block = begin; block < end; ++block) {
        back_through_block(layer, block, node_map, edge_map, to_h, to_e,
                           node_shares.data() + part * node_map.share_size(),
                           edge_shares.data() + part * edge_map.share_size(), block > begin);
        if (l > 0) sum_norms(walk_.layers_[l - 1], block, to_h, to_e);
      }
    }
    node_map.finish(tape_, node_shares, parts);
    edge_map.finish(tape_, edge_shares, parts);
    edges_have_ = true;
    if (node.residual) return;
    std::swap(d_h_, next_h);
    std::swap(d_e_, next_e);
  }

  void back_through_block(const Layer& layer, int block, const Products& node_map,
                          const Products& edge_map, T* to_h, T* to_e, T* node_share, T* edge_share,
                          bool more) const {
    const Side &node = layer.node, &edge = layer.edge;
    const auto b = static_cast<std::size_t>(block);
    const std::int64_t d = node.columns(), v = walk_.blocks_.node[b],
                       v_end = walk_.blocks_.node[b + 1], e = walk_.blocks_.edge[b],
                       e_end = walk_.blocks_.edge[b + 1];
    T* const d_out = scratch_.data() + omp_get_thread_num() * scratch_size();
    T* const scaled = d_out + block_nodes_ * d;
    T* const d_product = scaled + block_nodes_ * d;
    T* const d_gate = d_product + 4 * block_nodes_ * d;
    T* const open = d_gate + block_edges_ * d;
    back_through_norm(node, b, d_h_.data(), 0, d_out);
    if (edges_have_) back_through_norm(edge, b, d_e_.data(), 2, d_gate);
    walk_elements<T>(0, (e_end - e) * d, GatedOpenings<T>{edge.raw + e * d, open});
    const EdgeIndex& edges = walk_.edges_;
    const GatedPart here{v, e};
    walk_rows<T>(v, v_end, d,
                 GatedBackwardHeads<T>{here, layer.value, d, open, d_out,
                                       edges_have_ ? d_gate : nullptr, edges.head_offset,
                                       edges.tail, d, T(gate_eps), scaled, d_gate, d_gate,
                                       d_product, node_map.layout(), false});
    walk_rows<T>(v, v_end, d,
                 GatedBackwardTails<T>{here, open, scaled, d_gate, edges.tail_offset,
                                       edges.tail_edge, edges.head, d, d_product, node_map.layout(),
                                       false});
    node_map.backward(v, v_end, d_product, to_h, node.residual, node_share, more);
    edge_map.backward(e, e_end, d_gate, to_e, edge.residual && edges_have_, edge_share, more);
  }

  /// To the stack's input; that of picked rows is there already.
  void give(const Side& side, const Array<T>& from) const {
    if (side.few()) return;
    const Gradient<T> to = Products::gradient(tape_, side.picked->rows);
    if (to.to != nullptr)
      copy_rows(side.rows, CopyRows<T>{from.data(), side.x_columns(), side.in, to.to, side.in,
                                       nullptr, to.add});
  }

  const GatedWalk& walk_;
  Tape<T>& tape_;
  std::int64_t count_, block_nodes_, block_edges_;
  Array<T> d_h_, d_e_; ///< what arrives at a layer's results
  Array<T> sums_, whole_, scratch_;
  bool edges_have_ = false; ///< nothing arrives at the last edges
};

template <typename T>
void GatedWalk<T>::backward(Tape<T>& tape, const T* d_result) const {
  WayBack(*this, tape).run(d_result);
}

template class GatedWalk<float>;
template class GatedWalk<double>;

} // namespace canon::nn
