#pragma once

#include "autograd/tape.hpp"
#include "kernels/activation.hpp"

namespace canon::nn {

template <typename T>
Var activate(Tape<T>& tape, Var x, Activation kind);

} // namespace canon::nn
