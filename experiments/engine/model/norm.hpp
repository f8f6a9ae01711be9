#pragma once

#include "model/layers.hpp"
#include "model/settings.hpp"

#include <optional>

namespace canon::nn {

/// The normalisation that options.norm names: batch, layer or none.
template <typename T>
class Norm {
public:
  Norm(Parameters<T>& parameters, NormKind kind, const std::string& name, std::int64_t width);
  Var operator()(Tape<T>& tape, Var x, const Pass& pass) const;

private:
  std::optional<BatchNorm<T>> batch_;
  std::optional<LayerNorm<T>> layer_;
};

} // namespace canon::nn
