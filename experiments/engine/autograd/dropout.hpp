#pragma once

#include "autograd/tape.hpp"

namespace canon::nn {

struct DropoutOptions {
  double rate = 0.0; ///< in [0, 1)
  bool training = true;
  std::uint64_t seed = 0; ///< another one in every step
};

/// Each element 0 with the probability `rate`, else divided by 1 - rate; x itself in evaluation or
/// with the rate 0. What is dropped depends on the seed, the operation's number on the tape and the
/// element's place only: not on the backend, the threads or the precision.
template <typename T>
Var dropout(Tape<T>& tape, Var x, const DropoutOptions& options);

} // namespace canon::nn
