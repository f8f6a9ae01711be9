#pragma once

#include "model/model.hpp"

namespace canon::nn {

struct PpgnOptions {
  std::int64_t node_types = 2;
  std::int64_t hidden = 32;
  int blocks = 3;
  std::int64_t outputs = 2;
};

/// Provably powerful graph network (Maron et al. 2019): x is a matrix over the nodes of a graph in
/// every channel; a block multiplies two maps of it and adds the product to the channels. The
/// diagonal and the rest are summed over each graph. Node types stand on the diagonal of the start.
template <typename T>
class Ppgn : public Model<T> {
public:
  explicit Ppgn(const PpgnOptions& options);
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  struct Block {
    Block(Parameters<T>& parameters, const std::string& name, std::int64_t in, std::int64_t hidden);
    Mlp<T> left, right;
    Linear<T> mix;
    BatchNorm<T> norm;
  };

  PpgnOptions options_;
  std::vector<Block> blocks_;
  BatchNorm<T> read_norm_;
  Mlp<T> head_;
};

} // namespace canon::nn
