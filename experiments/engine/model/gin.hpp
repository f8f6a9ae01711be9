#pragma once

#include "model/input.hpp"
#include "model/model.hpp"
#include "model/norm.hpp"
#include "model/readout.hpp"

namespace canon::nn {

/// GIN (Xu et al.) with epsilon 0: h' = act(norm(MLP(h_v + sum of h_u))), the MLP Linear - norm -
/// act - Linear. The last layer is read out.
template <typename T>
class Gin : public Model<T> {
public:
  explicit Gin(const ModelOptions& options);
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  struct Layer {
    Linear<T> first, second;
    Norm<T> inner, outer;
  };

  NodeInput<T> nodes_;
  Activation activation_;
  double dropout_;
  std::vector<Layer> layers_;
  Readout<T> readout_;
};

} // namespace canon::nn
