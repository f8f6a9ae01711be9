#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"

namespace canon::nn {

/// What PPGN begins with, pairs x (1 + colours): a channel of edges, then of each colour (see Pick:
/// the node's colour is colours.index) a channel with 1 at (v, v) of its nodes. No gradient.
template <typename T>
Var pair_start(Tape<T>& tape, const PairIndex& pairs, const Pick& colours);

/// Products of matrices over the nodes of each graph, channel by channel; a and b are
/// pairs x channels.
template <typename T>
Var pair_product(Tape<T>& tape, Var a, Var b, const PairIndex& pairs);

/// nodes x 2 channels: the diagonal, and the sum over all other pairs (v, u) of each v.
template <typename T>
Var pair_sums(Tape<T>& tape, Var x, const PairIndex& pairs);

} // namespace canon::nn
