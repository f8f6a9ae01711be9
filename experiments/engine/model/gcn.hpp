#pragma once

#include "model/input.hpp"
#include "model/model.hpp"
#include "model/norm.hpp"
#include "model/readout.hpp"

namespace canon::nn {

/// GCN (Kipf and Welling): h' = act(norm(D^-1/2 (A + I) D^-1/2 h W + b)), plus h where the widths
/// agree and options.residual.
template <typename T>
class Gcn : public Model<T> {
public:
  explicit Gcn(const ModelOptions& options);
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  NodeInput<T> nodes_;
  Activation activation_;
  double dropout_;
  bool residual_;
  std::vector<Linear<T>> layers_;
  std::vector<Norm<T>> norms_;
  Readout<T> readout_;
};

} // namespace canon::nn
