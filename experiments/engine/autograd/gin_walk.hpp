#pragma once

#include "autograd/gin_stack.hpp"
#include "autograd/graph_blocks.hpp"
#include "autograd/padded_norm.hpp"

namespace canon::nn {

/// gin_stack() on the CPU. A layer has two normalisations, and between two of them nothing looks
/// beyond a graph: it is two walks over blocks of graphs each way, each of which does all its work
/// on a block while that is in the cache. Kept for the way back are the two matrices that are
/// normalised; the others are computed again. Rows are padded, see padded_linear.hpp.
template <typename T>
class GinWalk {
public:
  /// Whether the batch can be cut into enough blocks, and the weights are small enough.
  static bool serves(Tape<T>& tape, const EdgeIndex& edges, const Segments& graphs,
                     const std::vector<GinLayer<T>>& layers, std::int64_t channels);
  GinWalk(Tape<T>& tape, Var x, const EdgeIndex& edges, const Segments& graphs,
          const std::vector<GinLayer<T>>& layers, std::int64_t channels, bool training);
  GinWalk(const GinWalk&) = delete;
  GinWalk& operator=(const GinWalk&) = delete;

  void forward(Tape<T>& tape, T* result) const;
  void backward(Tape<T>& tape, const T* d_result) const;

private:
  struct Layer {
    GinLayer<T> vars;
    PaddedNorm<T> before, between;
    std::int64_t in, hidden, out; ///< columns, padded
    const T* entering;            ///< rows x in: what the layer before gave, or x
    T* middle;                    ///< rows x hidden: after the ReLU, before the norm
    T* leaving;                   ///< rows x out
    T* bias;                      ///< hidden + out numbers
  };
  class WayBack;

  /// The rows of block b: [rows_[b], rows_[b + 1]).
  [[nodiscard]] kernel::RowBlocks row_blocks() const;
  /// What layer l sees of a block: the sum over neighbours of what enters it, normalised.
  void see(std::size_t l, std::size_t block, T* normalised, T* sum) const;
  void walk_layer(Tape<T>& tape, std::size_t l, T* moments, T* scratch) const;

  Var x_;
  EdgeIndex edges_;
  std::int64_t channels_;
  bool training_;
  GraphBlocks blocks_;
  std::vector<int> rows_;
  std::vector<Layer> layers_;
  std::int64_t widest_ = 0, most_rows_ = 0; ///< columns, padded; rows of a block
};

} // namespace canon::nn
