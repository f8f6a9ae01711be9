#pragma once

#include "autograd/gated_stack.hpp"
#include "autograd/graph_blocks.hpp"
#include "kernels/batch_norm.hpp"

namespace canon::nn {

/// gated_stack() on the CPU. Between two normalisations nothing looks beyond a graph, so a layer is
/// one walk over blocks of graphs, each of which goes through everything while it is in the cache:
/// the normalisation of the layer before, both products, the gated sum, the sums of the next
/// normalisation; and so on the way back. Matrices are padded, see padded_linear.hpp.
template <typename T>
class GatedWalk {
public:
  /// Whether the batch can be cut into enough blocks, and the weights are small enough.
  static bool serves(Tape<T>& tape, const EdgeIndex& edges, const Segments& graphs,
                     const std::vector<GatedLayer<T>>& layers);
  GatedWalk(Tape<T>& tape, const PickedRows& h, const PickedRows& e, const EdgeIndex& edges,
            const Segments& graphs, const std::vector<GatedLayer<T>>& layers, bool training);
  GatedWalk(const GatedWalk&) = delete;
  GatedWalk& operator=(const GatedWalk&) = delete;

  void forward(Tape<T>& tape, T* result);
  void backward(Tape<T>& tape, const T* d_result) const;

private:
  static constexpr T gate_eps = T(1e-6);

  /// A layer's nodes or its edges.
  struct Side {
    Var weight, bias;
    NormVars<T> norm;
    std::int64_t rows, in, out;     ///< columns as the parameters have them
    std::int64_t all_rows;          ///< with those of the other ranks
    const std::vector<int>* offset; ///< of the blocks
    const PickedRows* picked;       ///< the stack's input, if this enters the first layer; or null
    bool residual;
    T* x;          ///< rows x in
    T* raw;        ///< rows x out: what is normalised; of the edges the gates
    T* statistics; ///< 4 x out: the rows of norm_row(); gamma and beta end in 0, and so does all
                   ///< else

    [[nodiscard]] std::int64_t x_columns() const;
    [[nodiscard]] std::int64_t columns() const;
    [[nodiscard]] kernel::RowBlocks blocks() const;
    [[nodiscard]] kernel::NormRow<T> norm_row() const;
    [[nodiscard]] kernel::Normalise<T> normalise(T* to) const;
    [[nodiscard]] kernel::ThroughRelu<T> through(const T* dy) const;
    /// Whether the products are those of a few rows that the input is picked from.
    [[nodiscard]] bool few() const { return picked != nullptr && picked->picked(); }
  };
  struct Layer {
    Side node, edge;
    T* value; ///< nodes x out: B h with its bias
    T* bias;  ///< 3 x out, for GatedForward
  };
  class Products;
  class WayBack;

  Side make_side(Tape<T>& tape, const GatedLayer<T>& layer, bool nodes);
  void walk_layer(Tape<T>& tape, std::size_t layer, T* moments, T* scratch);

  PickedRows h_, e_;
  EdgeIndex edges_;
  GraphBlocks blocks_;
  bool training_;
  std::vector<Layer> layers_;
  std::int64_t widest_ = 0; ///< columns, padded
};

} // namespace canon::nn
