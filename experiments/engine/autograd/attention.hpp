#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"

/// Attention along the edges of any graph; over all nodes of a graph with
/// GraphBatch::complete_edges(). Matrices of nodes are n x d with the heads next to each other:
/// column c * heads + h is number c of head h.
namespace canon::nn {

/// edges x heads: scale * <q of the edge's head, k of its tail [, e of the edge]>, head by head. e
/// is edges x d or not there.
template <typename T>
Var edge_scores(Tape<T>& tape, Var q, Var k, const EdgeIndex& graph, std::int64_t heads, T scale,
                Var e = {});

/// nodes x d: the sum over the edges into a node of the tail's v, times the edge's weight (edges x
/// heads).
template <typename T>
Var edge_mix(Tape<T>& tape, Var v, Var weight, const EdgeIndex& graph, std::int64_t heads);

/// Multi-head attention: for each node softmax(q k / sqrt(d / heads)) v over the edges into it. The
/// prior (edges x 1, not trained, or not there) multiplies the exponentials.
template <typename T>
Var attention(Tape<T>& tape, Var q, Var k, Var v, const EdgeIndex& graph, std::int64_t heads,
              Matrix<const T> prior = {});

} // namespace canon::nn
