#pragma once

#include "autograd/tape.hpp"

namespace canon::nn {

/// x W + b: x is n x in, W in x out, b 1 x out or not there.
template <typename T>
Var linear(Tape<T>& tape, Var x, Var weight, Var bias = {});

/// relu(x W + b), with a bias.
template <typename T>
Var linear_relu(Tape<T>& tape, Var x, Var weight, Var bias);

} // namespace canon::nn
