#pragma once

#include "autograd/tape.hpp"

namespace canon::nn {

/// The mean over all elements of |x - target|, 1 x 1.
template <typename T>
Var l1_loss(Tape<T>& tape, Var x, Matrix<const T> target);

} // namespace canon::nn
