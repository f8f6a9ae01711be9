#pragma once

#include "autograd/tape.hpp"
#include "kernels/activation.hpp"

namespace canon::nn {

template <typename T>
Var activate(Tape<T>& tape, Var x, Activation kind);

template <typename T>
Var relu(Tape<T>& tape, Var x) {
  return activate(tape, x, Activation::relu);
}

} // namespace canon::nn
