#pragma once

#include "autograd/tape.hpp"

#include <vector>

namespace canon::nn {

/// The mean over all elements of |x - target|, 1 x 1.
template <typename T>
Var l1_loss(Tape<T>& tape, Var x, Matrix<const T> target);

/// The mean over the rows of -log softmax(row)[label], 1 x 1. `logits` is n x classes; the labels
/// are on the backend, and on the host too, where each is checked to be in [0, classes).
template <typename T>
Var cross_entropy(Tape<T>& tape, Var logits, const int* labels,
                  const std::vector<int>& host_labels);

/// The mean of log(1 + e^x) - target x over the targets that are there: NaN marks a missing one.
/// 1 x 1; 0 if all are missing.
template <typename T>
Var masked_bce(Tape<T>& tape, Var logits, Matrix<const T> target);

} // namespace canon::nn
