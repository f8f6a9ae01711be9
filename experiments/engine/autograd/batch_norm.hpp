#pragma once

#include "autograd/tape.hpp"

namespace canon::nn {

/// What a batch normalisation carries from step to step: 1 x columns each, on the backend.
template <typename T>
struct RunningStatistics {
  T* mean = nullptr;
  T* variance = nullptr;
  T momentum = T(0.1);
  T eps = T(1e-5);
};

/// A normalisation's parameters on a tape, 1 x columns, and what it carries.
template <typename T>
struct NormVars {
  Var gamma, beta;
  RunningStatistics<T> running;
};

struct NormOptions {
  bool training = true; ///< the batch's statistics, else the running ones
  bool relu = false;    ///< of the normalised value
};

/// y = [residual +] [relu] (gamma x^ + beta), the statistics over the rows. In training at least
/// one row; the running statistics move on.
template <typename T>
Var batch_norm(Tape<T>& tape, Var x, Var gamma, Var beta, RunningStatistics<T> running,
               NormOptions options, Var residual = {});

} // namespace canon::nn
