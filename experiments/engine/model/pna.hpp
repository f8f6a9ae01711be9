#pragma once

#include "model/input.hpp"
#include "model/model.hpp"
#include "model/readout.hpp"

namespace canon::nn {

/// PNA (Corso et al.) as in the benchmark of Dwivedi et al. (LSPE), whose settings the paper
/// follows: towers, each with its part of the node's numbers. A message is linear in both ends and
/// the edge; mean, max, min and deviation in three scalings each; a linear map, graph norm, batch
/// norm; then the towers are mixed by Linear - LeakyReLU, and the node itself is added.
template <typename T>
class Pna : public Model<T> {
public:
  explicit Pna(const ModelOptions& options);
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  struct Layer {
    Layer(Parameters<T>& parameters, const std::string& name, const ModelOptions& options,
          std::int64_t out);
    BlockLinear<T> tail, head; ///< of the message, of all towers
    Linear<T> edge;
    BlockLinear<T> after;
    int after_bias;
    BatchNorm<T> norm;
    Linear<T> mix;
    bool residual;
  };

  NodeInput<T> nodes_;
  EdgeFeatures<T> edges_;
  std::int64_t towers_;
  T delta_;
  double dropout_;
  std::vector<Layer> layers_;
  Readout<T> readout_;
};

} // namespace canon::nn
