#pragma once

#include "autograd/tape.hpp"

namespace canon::nn {

/// y = gamma x^ + beta, x^ = (x - mean) / sqrt(variance + eps) of each row; gamma and beta are
/// 1 x columns.
template <typename T>
Var layer_norm(Tape<T>& tape, Var x, Var gamma, Var beta, T eps = T(1e-5));

} // namespace canon::nn
