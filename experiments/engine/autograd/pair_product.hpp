#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"

/// Operations on matrices of all pairs of a graph's nodes, one per channel: pairs x d. `pairs` and
/// `all` are the batch's pairs() and complete_edges().
namespace canon::nn {

/// The matrix product within each graph, channel by channel.
template <typename T>
Var pair_product(Tape<T>& tape, Var a, Var b, const PairIndex& pairs);

/// pairs x (1 + d): the adjacency matrix, and the numbers of each node (nodes x d) on the
/// diagonals.
template <typename T>
Var pair_input(Tape<T>& tape, Var x, const PairIndex& pairs, const EdgeIndex& all);

/// nodes x d: the diagonals.
template <typename T>
Var pair_diagonal(Tape<T>& tape, Var x, const PairIndex& pairs, const EdgeIndex& all);

} // namespace canon::nn
