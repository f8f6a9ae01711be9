#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"

namespace canon::nn {

/// The same numbers in another shape of the same size; costs nothing.
template <typename T>
Var reshape(Tape<T>& tape, Var x, std::int64_t rows, std::int64_t columns);

/// Of each node the sum of its channels: x is (nodes * channels) x d, the result nodes x d. Of a
/// graph with fewer nodes than channels only as many channels as it has nodes are there.
template <typename T>
Var channel_sum(Tape<T>& tape, Var x, std::int64_t channels, const Segments& graph_nodes);

/// Each node's row divided by the square root of its graph's number of nodes.
template <typename T>
Var graph_norm(Tape<T>& tape, Var x, const Segments& graph_nodes);

} // namespace canon::nn
