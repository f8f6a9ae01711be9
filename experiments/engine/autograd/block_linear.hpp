#pragma once

#include "autograd/tape.hpp"

namespace canon::nn {

/// A linear map with a block-diagonal matrix: x is n x (blocks a), the weight holds the blocks, a x
/// b each, one below the other: (blocks a) x b; the result is n x (blocks b).
template <typename T>
Var block_linear(Tape<T>& tape, Var x, Var weight, std::int64_t blocks);

} // namespace canon::nn
