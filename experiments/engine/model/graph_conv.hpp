#pragma once

#include "model/input.hpp"
#include "model/model.hpp"
#include "model/readout.hpp"

namespace canon::nn {

/// One layer of Morris et al.: act(W h_v + U mean of h_u + b). The mean, not the sum, as in the
/// experiments on EXP by Abboud et al.
template <typename T>
class GraphConvLayer {
public:
  GraphConvLayer(Parameters<T>& parameters, const std::string& name, std::int64_t in,
                 std::int64_t out);
  Var operator()(Tape<T>& tape, Var h, const EdgeIndex& edges, Activation activation) const;

private:
  Linear<T> own_, neighbours_;
};

/// Layers of it. With options.noise = hidden this is GCN-RNI: every node begins as random numbers,
/// others in every pass, in evaluation too.
template <typename T>
class GraphConv : public Model<T> {
public:
  explicit GraphConv(const ModelOptions& options);
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  NodeInput<T> nodes_;
  Activation activation_;
  std::vector<GraphConvLayer<T>> layers_;
  Readout<T> readout_;
};

} // namespace canon::nn
