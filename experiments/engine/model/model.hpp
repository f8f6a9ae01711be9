#pragma once

#include "batch/graph_batch.hpp"
#include "model/layers.hpp"

namespace canon::nn {

/// An architecture: lays one pass over a batch on a tape and returns graphs x outputs.
template <typename T>
class Model {
public:
  virtual ~Model() = default;
  virtual Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const = 0;

  [[nodiscard]] Parameters<T>& parameters() { return parameters_; }
  [[nodiscard]] const Parameters<T>& parameters() const { return parameters_; }

private:
  Parameters<T> parameters_;
};

} // namespace canon::nn
