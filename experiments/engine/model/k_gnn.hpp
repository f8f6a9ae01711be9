#pragma once

#include "model/graph_conv.hpp"

/// Networks on sets of nodes (Morris et al.), with local neighbours.
namespace canon::nn {

/// 3-GCN: GraphConv on all sets of three nodes, which begin as their isomorphism types. Nothing
/// else of the nodes is seen than their first integer feature. One layer from the types and
/// options.layers more.
template <typename T>
class ThreeGnn : public Model<T> {
public:
  explicit ThreeGnn(const ModelOptions& options);
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  std::int64_t types_;
  Activation activation_;
  std::vector<GraphConvLayer<T>> layers_;
  Readout<T> readout_;
};

/// 1-2-3-GCN-L: options.layers of GraphConv on nodes; then on pairs, which begin as the mean of
/// their nodes beside their isomorphism type; then on the connected sets of three, which begin so
/// from their pairs. Read out are all three, side by side.
template <typename T>
class OneTwoThreeGnn : public Model<T> {
public:
  explicit OneTwoThreeGnn(const ModelOptions& options);
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  NodeInput<T> nodes_;
  std::int64_t types_;
  Activation activation_;
  std::vector<GraphConvLayer<T>> levels_[3];
  Readout<T> readout_;
};

} // namespace canon::nn
