#pragma once

#include "model/input.hpp"
#include "model/model.hpp"
#include "model/norm.hpp"
#include "model/readout.hpp"

namespace canon::nn {

/// A set model: edges are not looked at. Linear layers on each node with activation, norm and
/// dropout between them, the nodes of a graph pooled, and the head. The name says how deep:
///   linear     hidden
///   deepsets   hidden, out
///   mlp        hidden (layers - 1 times), out
template <typename T>
class DeepSets : public Model<T> {
public:
  explicit DeepSets(const ModelOptions& options);
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  PlainInput<T> input_;
  Activation activation_;
  double dropout_;
  std::vector<Linear<T>> layers_;
  std::vector<Norm<T>> norms_;
  Readout<T> readout_;
};

} // namespace canon::nn
