#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"

namespace canon::nn {

/// PNA's standard deviation of nothing but equal items is the square root of this.
inline constexpr double deviation_eps = 1e-5;

/// Over the items of each segment, column by column; a segment without items gives 0. Of items that
/// are alike the first gets the gradient of the largest or smallest.
template <typename T>
Var segment_max(Tape<T>& tape, Var x, const Segments& segments);
template <typename T>
Var segment_min(Tape<T>& tape, Var x, const Segments& segments);
/// sqrt(mean of (x - mean)^2 + 1e-5)
template <typename T>
Var segment_std(Tape<T>& tape, Var x, const Segments& segments);

/// PNA's four at once, side by side: [mean | max | min | std], count x 4d.
template <typename T>
Var segment_statistics(Tape<T>& tape, Var x, const Segments& segments);

} // namespace canon::nn
