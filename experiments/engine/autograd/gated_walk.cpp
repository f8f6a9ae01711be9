#include "autograd/gated_walk.hpp"

#include "autograd/gated_products.hpp"
#include "autograd/rank_moments.hpp"
#include "kernels/gated.hpp"

#include <algorithm>
#include <omp.h>

namespace canon::nn {
namespace {

// Of molecules four or so make a block: then all that a block needs fits the second-level cache.
constexpr std::int64_t nodes_per_block = 96, most_parts = 8;

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
kernel::RowBlocks GatedWalk<T>::Side::blocks() const {
  return {rows, offset->data(), static_cast<std::int64_t>(offset->size()) - 1};
}

template <typename T>
kernel::NormRow<T> GatedWalk<T>::Side::norm_row() const {
  const std::int64_t d = columns();
  return {statistics, statistics + d, statistics + 2 * d, statistics + 3 * d};
}

template <typename T>
kernel::Normalise<T> GatedWalk<T>::Side::normalise(T* to) const {
  return {raw, norm_row(), residual ? x : nullptr, columns(), true, to};
}

template <typename T>
kernel::ThroughRelu<T> GatedWalk<T>::Side::through(const T* dy) const {
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
            rows,
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
  const auto enter = [&](const Side& side) {
    copy_rows(side.rows, CopyRows<T>{tape.value(side.picked->rows).data, side.in, side.in, side.x,
                                     side.x_columns(), side.picked->pick.index});
  };
  enter(layers_.front().node);
  enter(layers_.front().edge);
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
  Layer& layer = layers_[l];
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
                 kernel::GatedForward<T>{{v, e},
                                         product,
                                         node_map.layout(),
                                         edge.raw,
                                         layer.bias,
                                         edges_.head_offset,
                                         edges_.tail,
                                         d,
                                         gate_eps,
                                         node.raw,
                                         edge.raw,
                                         layer.value});
    if (!training_) continue;
    walk_rows<T>(block, block + 1, d,
                 kernel::BlockMoments<T>{node.raw, node.blocks(), d, of_blocks(0), of_blocks(1)});
    walk_rows<T>(block, block + 1, d,
                 kernel::BlockMoments<T>{edge.raw, edge.blocks(), d, of_blocks(2), of_blocks(3)});
  }
  const auto find_moments = [&](Side& side, int which) {
    const RunningStatistics<T>& running = side.norm.running;
    T* const mean = side.statistics;
    T* const inverse = side.statistics + d;
    const auto put_together = [&](const T* means, const T* squares, const kernel::RowBlocks& rows) {
      walk_rows<T>(0, 1, side.out,
                   kernel::Moments<T>{means, squares, rows, d, running.eps, running.momentum, mean,
                                      inverse, running.mean, running.variance});
    };
    if (Communicator* const ranks = communicator(); training_ && ranks != nullptr) {
      const RankMoments<T> all =
          gather_moments(*ranks, of_blocks(which), of_blocks(which + 1), side.blocks(), d);
      side.all_rows = all.rows();
      put_together(all.mean.data(), all.square.data(), all.blocks());
    } else if (training_) {
      put_together(of_blocks(which), of_blocks(which + 1), side.blocks());
    } else {
      walk_rows<T>(
          0, 1, side.out,
          kernel::RunningMoments<T>{running.mean, running.variance, running.eps, mean, inverse});
    }
  };
  find_moments(layer.node, 0);
  find_moments(layer.edge, 2);
}

template class GatedWalk<float>;
template class GatedWalk<double>;

} // namespace canon::nn
