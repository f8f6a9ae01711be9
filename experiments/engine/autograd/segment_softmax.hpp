#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"

namespace canon::nn {

/// Over the items of each segment, each column for itself: y_i = prior_i e^x_i / sum. The prior is
/// items x 1 without negative numbers, not trained (GraphiT's kernel on the graph), or not there:
/// all 1. An item with the prior 0 gives 0, also if the whole segment has it.
template <typename T>
Var segment_softmax(Tape<T>& tape, Var x, const Segments& segments, Matrix<const T> prior = {});

} // namespace canon::nn
