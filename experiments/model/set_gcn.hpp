#pragma once

#include "model/model.hpp"

namespace canon::nn {

struct SetGcnOptions {
  std::int64_t node_types = 2;
  std::int64_t hidden = 64;
  int layers = 3;         ///< of each size of sets
  bool hierarchy = false; ///< 1-2-3-GCN-L, over connected sets; else 3-GCN over all sets of three
  std::int64_t outputs = 2;
};

/// The k-GNNs of Morris et al. 2019 with their local neighbourhood. A layer is
/// relu(norm(x W1 + (sum over the neighbours) W2)). 3-GCN begins with the isomorphism types of all
/// sets of three nodes; 1-2-3-GCN-L goes from nodes to connected pairs and threes, each beginning
/// with the mean over what it contains and its type. Means over each graph go to a head.
template <typename T>
class SetGcn : public Model<T> {
public:
  explicit SetGcn(const SetGcnOptions& options);
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  struct Layer {
    Layer(Parameters<T>& parameters, const std::string& name, std::int64_t in, std::int64_t out);
    Linear<T> own, others;
    BatchNorm<T> norm;
  };
  /// The layers over the sets of one size.
  struct Level {
    Level(Parameters<T>& parameters, const SetGcnOptions& options, int size);
    Embedding<T> type;
    std::vector<Layer> layers;
  };

  Var run(Tape<T>& tape, const Level& level, Var x, const EdgeIndex& graph, const Pass& pass) const;

  SetGcnOptions options_;
  std::vector<Level> levels_;
  BatchNorm<T> read_norm_;
  Mlp<T> head_;
};

} // namespace canon::nn
