#include "autograd/gated_products.hpp"
#include "device/communicator.hpp"
#include "kernels/activation.hpp"

#include <algorithm>
#include <omp.h>

namespace canon::nn {

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
  /// Of a thread: scaled, d_out and the products' gradient of a block's nodes; of its edges d_gate
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
    walk_rows<T>(block, block + 1, d,
                 kernel::NormaliseSums<T>{layer.node.through(dh), layer.node.blocks(), sum_at(0),
                                          sum_at(1)});
    if (de != nullptr)
      walk_rows<T>(block, block + 1, d,
                   kernel::NormaliseSums<T>{layer.edge.through(de), layer.edge.blocks(), sum_at(2),
                                            sum_at(3)});
  }

  /// The blocks' sums together, which are this rank's share of the gradients of beta and gamma.
  void finish_norm(const Side& side, int which) const {
    const std::int64_t d = side.columns();
    const auto finish = [&](int i, Var parameter) {
      T* const to = whole_.data() + i * d;
      walk_rows<T>(0, 1, d, kernel::SumRows<T>{sum_at(i), count_, d, T(1), to, false});
      const Gradient<T> gradient = gradient_of(tape_, parameter);
      if (gradient.to != nullptr)
        walk_rows<T>(0, 1, side.out, kernel::SumRows<T>{to, 1, d, T(1), gradient.to, gradient.add});
    };
    finish(which, side.norm.beta);
    finish(which + 1, side.norm.gamma);
  }

  void back_through_norm(const Side& side, std::size_t block, const T* dy, int which, T* to) const {
    const std::int64_t d = side.columns(), first = (*side.offset)[block];
    walk_rows<T>(first, (*side.offset)[block + 1], d,
                 kernel::NormaliseBack<T>{side.through(dy),
                                          walk_.training_ ? whole_.data() + which * d : nullptr,
                                          whole_.data() + (which + 1) * d,
                                          T(1) / static_cast<T>(side.all_rows), to, false, first});
  }

  void back_through(std::size_t l) {
    const Layer& layer = walk_.layers_[l];
    const Side &node = layer.node, &edge = layer.edge;
    finish_norm(node, 0);
    if (edges_reached_) finish_norm(edge, 2);
    if (Communicator* const ranks = communicator(); ranks != nullptr && walk_.training_)
      ranks->sum(whole_.data(),
                 static_cast<std::size_t>((edges_reached_ ? 4 : 2) * node.columns()));
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
    edges_reached_ = true;
    if (node.residual) return;
    std::swap(d_h_, next_h);
    std::swap(d_e_, next_e);
  }

  void back_through_block(const Layer& layer, int block, const Products& node_map,
                          const Products& edge_map, T* to_h, T* to_e, T* node_share, T* edge_share,
                          bool more) const {
    if (scratch_.data() == nullptr) return; // blocks have nodes, which clang-tidy does not know
    const Side &node = layer.node, &edge = layer.edge;
    const auto b = static_cast<std::size_t>(block);
    const std::int64_t d = node.columns(), v = walk_.blocks_.node[b],
                       v_end = walk_.blocks_.node[b + 1], e = walk_.blocks_.edge[b],
                       e_end = walk_.blocks_.edge[b + 1];
    T* const scaled = scratch_.data() + omp_get_thread_num() * scratch_size();
    T* const d_out = scaled + block_nodes_ * d;
    T* const d_product = d_out + block_nodes_ * d;
    T* const d_gate = d_product + 4 * block_nodes_ * d;
    T* const open = d_gate + block_edges_ * d;
    back_through_norm(node, b, d_h_.data(), 0, d_out);
    if (edges_reached_) back_through_norm(edge, b, d_e_.data(), 2, d_gate);
    walk_elements<T>(0, (e_end - e) * d,
                     kernel::Activate<T>{edge.raw + e * d, kernel::Activation::sigmoid, open});
    const EdgeIndex& edges = walk_.edges_;
    const kernel::GatedPart here{v, e};
    walk_rows<T>(v, v_end, d,
                 kernel::GatedBackwardHeads<T>{here,
                                               layer.value,
                                               d,
                                               {open, edges_reached_ ? d_gate : nullptr},
                                               d_out,
                                               edges.head_offset,
                                               edges.tail,
                                               d,
                                               gate_eps,
                                               scaled,
                                               d_gate,
                                               d_gate,
                                               d_product,
                                               node_map.layout(),
                                               false});
    walk_rows<T>(v, v_end, d,
                 kernel::GatedBackwardTails<T>{here,
                                               {open, nullptr},
                                               scaled,
                                               d_gate,
                                               edges.tail_offset,
                                               edges.tail_edge,
                                               edges.head,
                                               d,
                                               d_product,
                                               node_map.layout(),
                                               false});
    node_map.backward(v, v_end, d_product, to_h, node.residual, node_share, more);
    edge_map.backward(e, e_end, d_gate, to_e, edge.residual && edges_reached_, edge_share, more);
  }

  /// To the stack's input; that of picked rows is there already.
  void give(const Side& side, const Array<T>& from) const {
    if (side.few()) return;
    const Gradient<T> to = gradient_of(tape_, side.picked->rows);
    if (to.to != nullptr)
      copy_rows(side.rows, CopyRows<T>{from.data(), side.x_columns(), side.in, to.to, side.in,
                                       nullptr, to.add});
  }

  const GatedWalk& walk_;
  Tape<T>& tape_;
  std::int64_t count_, block_nodes_, block_edges_;
  Array<T> d_h_, d_e_; ///< what arrives at a layer's results
  Array<T> sums_, whole_, scratch_;
  bool edges_reached_ = false; ///< nothing arrives at the last edges
};

template <typename T>
void GatedWalk<T>::backward(Tape<T>& tape, const T* d_result) const {
  WayBack(*this, tape).run(d_result);
}

template void GatedWalk<float>::backward(Tape<float>&, const float*) const;
template void GatedWalk<double>::backward(Tape<double>&, const double*) const;

} // namespace canon::nn
