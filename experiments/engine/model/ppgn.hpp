#pragma once

#include "model/input.hpp"
#include "model/model.hpp"
#include "model/readout.hpp"

namespace canon::nn {

/// Provably powerful graph networks (Maron et al.): a matrix of all pairs of nodes a channel. It
/// begins as the adjacency matrix with the nodes' features on the diagonal; a block multiplies the
/// results of two MLPs matrix by matrix, sets the product beside what came in, and maps both
/// linearly. Read out are the diagonal and the whole matrix, pooled, of every block, side by side.
/// Types of edges are not looked at.
template <typename T>
class Ppgn : public Model<T> {
public:
  explicit Ppgn(const ModelOptions& options);
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  struct Block {
    Mlp<T> left, right;
    Linear<T> skip;
  };

  PlainInput<T> input_;
  std::vector<Block> blocks_;
  Readout<T> readout_;
};

} // namespace canon::nn
