#pragma once

#include "model/model.hpp"

#include <memory>

namespace canon::nn {

struct GatedGcnOptions {
  std::int64_t node_types = 28, edge_types = 4; ///< sizes of the two embeddings
  std::int64_t hidden = 78, out = 78;
  int layers = 16;
  std::int64_t outputs = 1;
};

/// GatedGCN (Bresson and Laurent) with embeddings of integer node and edge types, batch norm and
/// residuals, mean over the nodes of a graph, and a head that halves its width twice.
template <typename T>
class GatedGcn : public Model<T> {
public:
  explicit GatedGcn(const GatedGcnOptions& options);
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  struct Layer {
    Layer(Parameters<T>& parameters, const std::string& name, std::int64_t in, std::int64_t out);
    Linear<T> node; ///< A, B, D and E side by side
    Linear<T> edge; ///< C
    BatchNorm<T> node_norm, edge_norm;
    bool residual;
  };

  GatedGcnOptions options_;
  Embedding<T> node_, edge_;
  std::vector<Layer> layers_;
  Mlp<T> head_;
};

} // namespace canon::nn
