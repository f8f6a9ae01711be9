#pragma once

#include "batch/graph_batch.hpp"
#include "model/layers.hpp"
#include "model/options.hpp"

namespace canon::nn {

/// From the rows of a graph to its outputs: mean, sum or max, then a head:
///   halving   w - ReLU - w/2 - ReLU - w/4 - outputs, as in the benchmarks of molecules; with a
///             dropout (options.head_dropout) before the first and before the second map
///   linear    w - outputs
///   wide      w - ELU - dropout 0.5 - w/2 - ELU - outputs, as for EXP by Abboud et al.
template <typename T>
class Readout {
public:
  Readout(Parameters<T>& parameters, const ModelOptions& options, std::int64_t width);
  Var operator()(Tape<T>& tape, Var rows, const Segments& segments, const Pass& pass) const;
  /// The head alone, of rows that are pooled already.
  Var head(Tape<T>& tape, Var pooled, const Pass& pass) const;
  Var pool(Tape<T>& tape, Var rows, const Segments& segments) const;

private:
  Pooling pooling_;
  Activation activation_ = Activation::relu;
  double first_dropout_ = 0.0, second_dropout_ = 0.0; ///< before the first two layers
  std::vector<Linear<T>> layers_;
};

} // namespace canon::nn
