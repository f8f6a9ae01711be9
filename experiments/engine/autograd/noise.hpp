#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"

/// Inputs without a gradient that are made on the backend. The random ones depend on the seed, the
/// operation's number on the tape and the place only.
namespace canon::nn {

/// x (nodes x k) with each column of each graph times +1 or -1.
template <typename T>
Var random_signs(Tape<T>& tape, Matrix<const T> x, const Segments& graph_nodes, std::uint64_t seed);
/// The same with each column of all graphs times +1 or -1.
template <typename T>
Var random_signs(Tape<T>& tape, Matrix<const T> x, std::uint64_t seed);

/// rows x columns independent N(0, 1).
template <typename T>
Var random_normal(Tape<T>& tape, std::int64_t rows, std::int64_t columns, std::uint64_t seed);

/// pick.count x pick.rows: a one at each index, zeros else.
template <typename T>
Var one_hot(Tape<T>& tape, const Pick& pick);

} // namespace canon::nn
