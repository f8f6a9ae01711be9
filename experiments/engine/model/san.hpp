#pragma once

#include "model/input.hpp"
#include "model/model.hpp"
#include "model/readout.hpp"

namespace canon::nn {

/// The transformers SAN (Kreuzer et al.) and GraphiT (Mialon et al.) with the layers that the
/// benchmark of Dwivedi et al. (LSPE) gave both, whose settings the paper follows: every node looks
/// at all others of its graph, by one set of projections along bonds and by another elsewhere; then
/// Linear, residual, batch norm, a feed-forward part twice as wide, residual, batch norm. They
/// differ in what weighs the pairs: SAN learns one number gamma for those that are no edge; GraphiT
/// multiplies by (I - L/4)^16. SAN's own learnt encoding is not part of it: the encoder is.
template <typename T>
class San : public Model<T> {
public:
  explicit San(const ModelOptions& options); ///< options.model is "san" or "graphit"
  Var forward(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;

private:
  struct Layer {
    Layer(Parameters<T>& parameters, const std::string& name, std::int64_t in, std::int64_t out);
    Linear<T> node;         ///< Q, K, Q', K' and V side by side
    Linear<T> edge, absent; ///< E and E'
    Linear<T> mix;
    BatchNorm<T> first_norm;
    Linear<T> wide, narrow;
    BatchNorm<T> second_norm;
    bool residual;
  };

  NodeInput<T> nodes_;
  EdgeFeatures<T> edges_;
  int gamma_ = -1; ///< the entry of SAN's gamma
  std::int64_t heads_;
  double dropout_;
  std::vector<Layer> layers_;
  Readout<T> readout_;
};

} // namespace canon::nn
