#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"

namespace canon::nn {

/// Row v of the result is the sum over the edges e into v of weight_e x_tail(e): a sparse matrix,
/// with the edges' weights (edges x 1) as its entries, times the dense x (nodes x d).
template <typename T>
Var sparse_product(Tape<T>& tape, Var weight, Var x, const EdgeIndex& graph);

} // namespace canon::nn
