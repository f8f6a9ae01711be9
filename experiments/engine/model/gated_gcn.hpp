#pragma once

#include "model/input.hpp"
#include "model/model.hpp"
#include "model/readout.hpp"

namespace canon::nn {

/// GatedGCN (Bresson and Laurent) with batch norm and residuals on nodes and edges; on request with
/// a graph norm before the batch norm of the nodes, and with a dropout after each residual.
template <typename T>
class GatedGcn : public Model<T> {
public:
  explicit GatedGcn(const ModelOptions& options);
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  struct Layer {
    Layer(Parameters<T>& parameters, const std::string& name, std::int64_t in, std::int64_t out);
    Linear<T> node; ///< A, B, D and E side by side
    Linear<T> edge; ///< C
    BatchNorm<T> node_norm, edge_norm;
    bool residual;
  };

  NodeInput<T> nodes_;
  EdgeFeatures<T> edges_;
  bool graph_norm_;
  double dropout_;
  std::vector<Layer> layers_;
  Readout<T> readout_;
};

} // namespace canon::nn
