#pragma once

#include "autograd/tape.hpp"
#include "kernels/kinds.hpp"

namespace canon::nn {

using kernel::Activation;

template <typename T>
Var activate(Tape<T>& tape, Var x, Activation kind);

} // namespace canon::nn
