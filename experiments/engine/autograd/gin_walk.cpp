#include "autograd/gin_walk.hpp"

#include "autograd/copy_rows.hpp"
#include "autograd/padded_linear.hpp"
#include "device/launch.hpp"
#include "kernels/gin.hpp"

#include <algorithm>
#include <omp.h>

namespace canon::nn {
namespace {

// Of molecules with 8 channels one makes a block: its matrices fit the second-level cache.
constexpr std::int64_t rows_per_block = 192, most_parts = 8;

} // namespace

template <typename T>
bool GinWalk<T>::serves(Tape<T>& tape, const EdgeIndex& edges, const Segments& graphs,
                        const std::vector<GinLayer<T>>& layers, std::int64_t channels) {
  if (tape.backend() != Backend::cpu || edges.edges == 0) return false;
  for (const GinLayer<T>& layer : layers) {
    const Var weights[] = {layer.first_weight, layer.second_weight}; // nvcc 13 mistakes a bare list
    for (const Var weight : weights)
      if (!PaddedLinear<T>::serves(tape.rows(weight), tape.columns(weight), 1)) return false;
  }
  // A graph is not cut: a large one would leave the other threads without work.
  std::int64_t largest = 0;
  for (std::int64_t g = 0; g < graphs.count; ++g)
    largest = std::max<std::int64_t>(largest, graphs.offset[g + 1] - graphs.offset[g]);
  return largest * channels <= 8 * rows_per_block;
}

template <typename T>
GinWalk<T>::GinWalk(Tape<T>& tape, Var x, const EdgeIndex& edges, const Segments& graphs,
                    const std::vector<GinLayer<T>>& layers, std::int64_t channels, bool training)
    : x_(x), edges_(edges), channels_(channels), training_(training),
      blocks_(cut_into_blocks(edges, graphs, std::max<std::int64_t>(1, rows_per_block / channels),
                              most_parts)) {
  for (const int node : blocks_.node)
    rows_.push_back(static_cast<int>(node * channels));
  most_rows_ = blocks_.most_nodes() * channels;
  const std::int64_t rows = rows_.back(), columns = tape.columns(x);
  T* const entering = tape.keep(rows * padded<T>(columns));
  copy_rows(rows, CopyRows<T>{tape.value(x).data, columns, columns, entering, padded<T>(columns)});
  for (const GinLayer<T>& vars : layers) {
    const bool first = layers_.empty();
    const std::int64_t in = padded<T>(tape.rows(vars.first_weight)),
                       hidden = padded<T>(tape.columns(vars.first_weight)),
                       out = padded<T>(tape.columns(vars.second_weight));
    T* const bias = tape.keep(hidden + out);
    std::fill_n(bias, hidden + out, T(0));
    std::copy_n(tape.value(vars.first_bias).data, tape.columns(vars.first_bias), bias);
    std::copy_n(tape.value(vars.second_bias).data, tape.columns(vars.second_bias), bias + hidden);
    layers_.push_back({vars, first ? PaddedNorm<T>() : PaddedNorm<T>(tape, vars.before),
                       PaddedNorm<T>(tape, vars.between), in, hidden, out,
                       first ? entering : layers_.back().leaving, tape.keep(rows * hidden),
                       tape.keep(rows * out), bias});
    widest_ = std::max({widest_, in, hidden, out});
  }
}

template <typename T>
kernel::RowBlocks GinWalk<T>::row_blocks() const {
  return {rows_.back(), rows_.data(), blocks_.count()};
}

template <typename T>
void GinWalk<T>::see(std::size_t l, std::size_t block, T* normalised, T* sum) const {
  const Layer& layer = layers_[l];
  const std::int64_t first = rows_[block], node = blocks_.node[block];
  const T* x = layer.entering + first * layer.in;
  if (l > 0) {
    walk_rows<T>(0, rows_[block + 1] - first, layer.in, layer.before.normalise(x, normalised));
    x = normalised;
  }
  walk_rows<T>(node, blocks_.node[block + 1], channels_ * layer.in,
               kernel::SumSeen<T>{x, node, edges_.head_offset, nullptr, edges_.tail,
                                  channels_ * layer.in, sum});
}

template <typename T>
void GinWalk<T>::walk_layer(Tape<T>& tape, std::size_t l, T* moments, T* scratch) const {
  const Layer& layer = layers_[l];
  const std::int64_t count = blocks_.count(), own = 2 * most_rows_ * widest_;
  const PaddedLinear<T> first_map(tape.pool(), tape.value(layer.vars.first_weight), 1, false),
      second_map(tape.pool(), tape.value(layer.vars.second_weight), 1, false);
  const auto moments_of = [&](std::int64_t block, const T* x, std::int64_t columns) {
    if (training_)
      walk_rows<T>(
          block, block + 1, columns,
          kernel::BlockMoments<T>{x, row_blocks(), columns, moments, moments + count * columns});
  };
#pragma omp parallel for schedule(static)
  for (std::int64_t block = 0; block < count; ++block) {
    const auto b = static_cast<std::size_t>(block);
    const std::int64_t first = rows_[b], rows = rows_[b + 1] - first;
    T* const sum = scratch + omp_get_thread_num() * own;
    T* const to = layer.middle + first * layer.hidden;
    see(l, b, sum + most_rows_ * widest_, sum);
    first_map.forward(sum, rows, to);
    walk_rows<T>(0, rows, layer.hidden, kernel::AddBias<T>{layer.bias, layer.hidden, true, to});
    moments_of(block, layer.middle, layer.hidden);
  }
  layer.between.find(moments, moments + count * layer.hidden, row_blocks(), training_);
#pragma omp parallel for schedule(static)
  for (std::int64_t block = 0; block < count; ++block) {
    const auto b = static_cast<std::size_t>(block);
    const std::int64_t first = rows_[b], rows = rows_[b + 1] - first;
    T* const x = scratch + omp_get_thread_num() * own;
    T* const to = layer.leaving + first * layer.out;
    walk_rows<T>(0, rows, layer.hidden,
                 layer.between.normalise(layer.middle + first * layer.hidden, x));
    second_map.forward(x, rows, to);
    walk_rows<T>(0, rows, layer.out,
                 kernel::AddBias<T>{layer.bias + layer.hidden, layer.out, false, to});
    if (l + 1 < layers_.size()) moments_of(block, layer.leaving, layer.out);
  }
  if (l + 1 < layers_.size())
    layers_[l + 1].before.find(moments, moments + count * layer.out, row_blocks(), training_);
}

template <typename T>
void GinWalk<T>::forward(Tape<T>& tape, T* result) const {
  const Array<T> moments(tape.pool(), static_cast<std::size_t>(2 * blocks_.count() * widest_)),
      scratch(tape.pool(), static_cast<std::size_t>(threads() * (2 * most_rows_ * widest_)));
  for (std::size_t l = 0; l < layers_.size(); ++l)
    walk_layer(tape, l, moments.data(), scratch.data());
  const Layer& last = layers_.back();
  const std::int64_t columns = tape.columns(last.vars.second_weight);
  copy_rows(rows_.back(), CopyRows<T>{last.leaving, last.out, columns, result, columns});
}

template class GinWalk<float>;
template class GinWalk<double>;

} // namespace canon::nn
