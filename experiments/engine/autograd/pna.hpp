#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"
#include "kernels/kinds.hpp"

namespace canon::nn {

using kernel::pna_parts;

/// PNA's aggregation in one operation. h is nodes x d, the messages are edges x d, and d is cut
/// into `towers` parts of w. The result is nodes x 13 d: tower after tower [h | mean, max, min,
/// deviation | the same amplified | the same attenuated], w columns each. `delta` is the mean of
/// log(degree + 1) over the training set. A node that no edge points to has zeros in place of all
/// aggregates.
template <typename T>
Var pna_aggregate(Tape<T>& tape, Var h, Var message, const EdgeIndex& graph, std::int64_t towers,
                  T delta, T eps = T(1e-5));

} // namespace canon::nn
