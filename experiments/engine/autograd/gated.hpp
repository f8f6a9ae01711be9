#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"

namespace canon::nn {

/// The results of gated_sum: of the nodes n x d and of the edges m x d (the gates before the
/// sigmoid, which are GatedGCN's new edge features).
struct Gated {
  Var nodes, edges;
};

/// GatedGCN's aggregation in one operation. `node` is n x 4d, [A h | B h | D h | E h]; `edge` is
/// m x d, C e. gate_e = D h_tail + E h_head + C e; nodes_v = A h_v + sum over the edges into v of
/// sigmoid(gate) B h_tail / (sum of sigmoid(gate) + eps).
template <typename T>
Gated gated_sum(Tape<T>& tape, Var node, Var edge, const EdgeIndex& graph, T eps = T(1e-6));

} // namespace canon::nn
