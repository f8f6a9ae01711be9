#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"
#include "kernels/kinds.hpp"

namespace canon::nn {

using kernel::Neighbours;

/// Of each node the sum (mean, symmetrically normalised sum) over the edges that point to it, and
/// `own` times itself; `own` is ignored for `symmetric`. x is (nodes * channels) x d: a node's
/// channels are rows that lie together.
template <typename T>
Var neighbour_sum(Tape<T>& tape, Var x, const EdgeIndex& graph, Neighbours kind, T own,
                  std::int64_t channels = 1);

} // namespace canon::nn
