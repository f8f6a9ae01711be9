#pragma once

#include "autograd/tape.hpp"

#include <vector>

namespace canon::nn {

/// Element by element, of two matrices of the same shape.
template <typename T>
Var add(Tape<T>& tape, Var a, Var b);

template <typename T>
Var scale(Tape<T>& tape, Var x, T factor);

/// Every row of x (n x d) plus the row (1 x d).
template <typename T>
Var add_bias(Tape<T>& tape, Var x, Var row);

/// Matrices of as many rows side by side; at least one.
template <typename T>
Var concat_columns(Tape<T>& tape, const std::vector<Var>& parts);

/// The columns [from, from + count) of x.
template <typename T>
Var columns(Tape<T>& tape, Var x, std::int64_t from, std::int64_t count);

} // namespace canon::nn
