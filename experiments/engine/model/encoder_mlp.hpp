#pragma once

#include "model/encoder.hpp"

namespace canon::nn {

/// SignNet for sets, as in the paper's synthetic experiment: phi = Linear(1, h) - LeakyReLU - layer
/// norm - Linear(h, h) - LeakyReLU on every number, phi(x) + phi(-x), all columns side by side, and
/// Linear(k h, k) - LeakyReLU.
template <typename T>
class MlpEncoder : public Encoder<T> {
public:
  MlpEncoder(Parameters<T>& parameters, const ModelOptions& options);
  Var operator()(Tape<T>& tape, const GraphBatch<T>& batch, const Pass& pass) const override;
  [[nodiscard]] std::int64_t width() const override { return columns_; }

private:
  Var phi(Tape<T>& tape, Var x) const;

  std::int64_t columns_, hidden_;
  Linear<T> first_, second_, rho_;
  LayerNorm<T> norm_;
};

} // namespace canon::nn
