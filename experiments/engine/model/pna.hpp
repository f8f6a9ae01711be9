#pragma once

#include "autograd/pna.hpp"
#include "model/input.hpp"
#include "model/model.hpp"
#include "model/readout.hpp"

namespace canon::nn {

/// PNA (Corso et al.) as in the benchmark of Dwivedi et al. (LSPE), whose settings the paper
/// follows: towers, each with its part of the node's numbers. A message is linear in both ends and
/// the edge; mean, max, min and deviation in three scalings each; a linear map, graph norm, batch
/// norm, dropout; then the towers are mixed by Linear - LeakyReLU, and the node itself is added.
/// With towers = 0 the layer of its networks for OGB: a dropout comes first, all else as with one
/// tower up to the batch norm, then ReLU, no mixing, and the dropped input is added.
///
/// The maps of the layers begin as published: Xavier with the gain 1 / in, biases 0. A branch then
/// lies far below the eps of its batch norm, so that a layer begins as the identity.
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
    std::vector<Linear<T>> mix; ///< one, or none without towers
    bool residual;
  };

  NodeInput<T> nodes_;
  EdgeFeatures<T> edges_;
  PnaOptions aggregation_;
  double dropout_;
  std::vector<Layer> layers_;
  Readout<T> readout_;
};

} // namespace canon::nn
