#include "autograd/copy_rows.hpp"
#include "autograd/gin_walk.hpp"
#include "autograd/padded_linear.hpp"
#include "device/launch.hpp"
#include "kernels/activation.hpp"
#include "kernels/gin.hpp"

#include <omp.h>

namespace canon::nn {

template <typename T>
class GinWalk<T>::WayBack {
public:
  WayBack(const GinWalk& walk, Tape<T>& tape)
      : walk_(walk), tape_(tape), count_(walk.blocks_.count()),
        d_rows_(numbers(walk.rows_.back() * walk.widest_)),
        d_middle_(numbers(walk.rows_.back() * walk.widest_)),
        sums_(numbers(2 * count_ * walk.widest_)), whole_(numbers(2 * walk.widest_)),
        scratch_(numbers(threads() * scratch_size())) {}

  void run(const T* d_result) {
    const Layer& last = walk_.layers_.back();
    const std::int64_t columns = tape_.columns(last.vars.second_weight);
    copy_rows(walk_.rows_.back(),
              CopyRows<T>{d_result, columns, columns, d_rows_.data(), last.out});
    for (std::size_t l = walk_.layers_.size(); l-- > 0;) {
      back_through_second(l);
      back_through_first(l);
    }
    const Gradient<T> to = gradient_of(tape_, walk_.x_);
    const std::int64_t first = tape_.columns(walk_.x_);
    if (to.to != nullptr)
      copy_rows(walk_.rows_.back(), CopyRows<T>{d_rows_.data(), walk_.layers_.front().in, first,
                                                to.to, first, nullptr, to.add});
  }

private:
  [[nodiscard]] Array<T> numbers(std::int64_t count) const {
    return Array<T>(tape_.pool(), static_cast<std::size_t>(count));
  }
  [[nodiscard]] std::int64_t scratch_size() const { return 4 * walk_.most_rows_ * walk_.widest_; }
  /// One of the four matrices that a thread has for a block.
  [[nodiscard]] T* scratch(int which) const {
    return scratch_.data() + omp_get_thread_num() * scratch_size() +
           which * walk_.most_rows_ * walk_.widest_;
  }

  /// The blocks of each part in their order, by one thread; the map's shares of the parts then make
  /// its gradients.
  template <typename Work>
  void walk_parts(const PaddedLinear<T>& map, Var weight, Var bias, const Work& work) const {
    const std::int64_t parts = walk_.blocks_.parts();
    const Array<T> shares = numbers(parts * map.share_size());
#pragma omp parallel for schedule(static)
    for (std::int64_t part = 0; part < parts; ++part) {
      const auto p = static_cast<std::size_t>(part);
      const int begin = walk_.blocks_.part[p], end = walk_.blocks_.part[p + 1];
      for (int block = begin; block < end; ++block)
        work(block, shares.data() + part * map.share_size(), block > begin);
    }
    map.sum_shares(shares.data(), parts, gradient_of(tape_, weight), gradient_of(tape_, bias));
  }

  void sum_norm(std::int64_t block, const kernel::ThroughRelu<T>& through) const {
    walk_rows<T>(block, block + 1, through.columns,
                 kernel::NormaliseSums<T>{through, walk_.row_blocks(), sums_.data(),
                                          sums_.data() + count_ * through.columns});
  }

  void back_through_norm(int block, const kernel::ThroughRelu<T>& through, T* to) const {
    const auto b = static_cast<std::size_t>(block);
    walk_rows<T>(walk_.rows_[b], walk_.rows_[b + 1], through.columns,
                 kernel::NormaliseBack<T>{through, walk_.training_ ? whole_.data() : nullptr,
                                          whole_.data() + through.columns,
                                          T(1) / static_cast<T>(walk_.rows_.back()), to, false,
                                          walk_.rows_[b]});
  }

  /// From what arrives at the layer's results, or at these after the norm of the next layer, to its
  /// middle after the norm.
  void back_through_second(std::size_t l) const {
    const Layer& layer = walk_.layers_[l];
    const bool last = l + 1 == walk_.layers_.size();
    const PaddedLinear<T> map(tape_.pool(), tape_.value(layer.vars.second_weight), 1, true);
    walk_parts(
        map, layer.vars.second_weight, layer.vars.second_bias, [&](int block, T* share, bool more) {
          const auto b = static_cast<std::size_t>(block);
          const std::int64_t first = walk_.rows_[b], rows = walk_.rows_[b + 1] - first;
          const T* dy = d_rows_.data() + first * layer.out;
          if (!last) {
            const PaddedNorm<T>& norm = walk_.layers_[l + 1].before;
            back_through_norm(block, norm.through(layer.leaving, d_rows_.data()), scratch(0));
            dy = scratch(0);
          }
          walk_rows<T>(0, rows, layer.hidden,
                       layer.between.normalise(layer.middle + first * layer.hidden, scratch(1)));
          map.backward(scratch(1), dy, rows, d_middle_.data() + first * layer.hidden, false, share,
                       more);
          sum_norm(block, layer.between.through(layer.middle, d_middle_.data()));
        });
    layer.between.finish(tape_, sums_.data(), count_, whole_.data());
  }

  /// From there to what enters the layer after the norm before it.
  void back_through_first(std::size_t l) const {
    const Layer& layer = walk_.layers_[l];
    const bool wanted = l > 0 || tape_.wants_grad(walk_.x_);
    const EdgeIndex& edges = walk_.edges_;
    const std::int64_t columns = walk_.channels_ * layer.in;
    const PaddedLinear<T> map(tape_.pool(), tape_.value(layer.vars.first_weight), 1, true);
    walk_parts(
        map, layer.vars.first_weight, layer.vars.first_bias, [&](int block, T* share, bool more) {
          const auto b = static_cast<std::size_t>(block);
          const std::int64_t first = walk_.rows_[b], rows = walk_.rows_[b + 1] - first,
                             node = walk_.blocks_.node[b];
          T* const d = scratch(0);
          back_through_norm(block, layer.between.through(layer.middle, d_middle_.data()), d);
          walk_elements<T>(0, rows * layer.hidden,
                           kernel::ActivateBack<T>{layer.middle + first * layer.hidden, d,
                                                   kernel::Activation::relu, d, false});
          walk_.see(l, b, scratch(1), scratch(2));
          map.backward(scratch(2), d, rows, wanted ? scratch(3) : nullptr, false, share, more);
          if (!wanted) return;
          walk_rows<T>(node, walk_.blocks_.node[b + 1], columns,
                       kernel::SumSeen<T>{scratch(3), node, edges.tail_offset, edges.tail_edge,
                                          edges.head, columns, d_rows_.data() + first * layer.in});
          if (l > 0) sum_norm(block, layer.before.through(layer.entering, d_rows_.data()));
        });
    if (l > 0) layer.before.finish(tape_, sums_.data(), count_, whole_.data());
  }

  const GinWalk& walk_;
  Tape<T>& tape_;
  std::int64_t count_;
  Array<T> d_rows_, d_middle_; ///< what arrives at the rows that enter a layer, and at its middle
  Array<T> sums_, whole_, scratch_;
};

template <typename T>
void GinWalk<T>::backward(Tape<T>& tape, const T* d_result) const {
  WayBack(*this, tape).run(d_result);
}

template void GinWalk<float>::backward(Tape<float>&, const float*) const;
template void GinWalk<double>::backward(Tape<double>&, const double*) const;

} // namespace canon::nn
