#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"

namespace canon::nn {

/// Row i of the result is row pick.index[i] of x: features of an edge's end, an embedding.
template <typename T>
Var gather(Tape<T>& tape, Var x, const Pick& pick);

/// Over the items of each segment; a segment without items gives 0.
template <typename T>
Var segment_sum(Tape<T>& tape, Var x, const Segments& segments);
template <typename T>
Var segment_mean(Tape<T>& tape, Var x, const Segments& segments);

} // namespace canon::nn
