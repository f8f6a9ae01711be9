#pragma once

#include "model/encoder.hpp"

namespace canon::nn {

/// SignNet's network on graphs (Lim et al.): a GIN phi shared by all columns, its results summed
/// over the columns that the graph has (padding counts nothing) or all of them side by side, and an
/// MLP rho back to as many numbers as there were columns. With `both` phi(v) + phi(-v), so that
/// signs do not matter; without it the plain GNN that canonical columns are fed through. On the
/// complete graph every node sees the sum over its graph, so that all nodes get the same vector.
template <typename T>
class GinEncoder : public Encoder<T> {
public:
  GinEncoder(Parameters<T>& parameters, const ModelOptions& options, bool both);
  Var operator()(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;
  [[nodiscard]] std::int64_t width() const override { return columns_; }

private:
  Var phi(Tape<T>& tape, Var x, const GraphBatch<T>& batch, const Pass& pass) const;

  std::int64_t columns_;
  bool both_, sum_, complete_;
  double dropout_;
  std::vector<NormedMlp<T>> convolutions_;
  std::vector<BatchNorm<T>> norms_;
  NormedMlp<T> rho_;
};

} // namespace canon::nn
