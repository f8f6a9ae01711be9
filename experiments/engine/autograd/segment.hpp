#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"

namespace canon::nn {

/// Row i of the result is row pick.index[i] of x: features of an edge's end, an embedding.
template <typename T>
Var gather(Tape<T>& tape, Var x, const Pick& pick);

/// Over the items of each segment, column by column; a segment without items gives 0. Of equal
/// items the first gets the gradient of the largest.
template <typename T>
Var segment_sum(Tape<T>& tape, Var x, const Segments& segments);
template <typename T>
Var segment_mean(Tape<T>& tape, Var x, const Segments& segments);
template <typename T>
Var segment_max(Tape<T>& tape, Var x, const Segments& segments);

} // namespace canon::nn
