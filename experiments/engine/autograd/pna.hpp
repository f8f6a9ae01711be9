#pragma once

#include "autograd/index.hpp"
#include "autograd/tape.hpp"
#include "kernels/kinds.hpp"

namespace canon::nn {

using kernel::PnaAggregator;
using kernel::PnaParts;
using kernel::PnaScaler;

struct PnaOptions {
  std::int64_t towers = 1;
  double delta = 1.0; ///< the mean of log(degree + 1) over the training set
  PnaParts parts{};
  double eps = 1e-5; ///< of the deviation, below the root
};

/// PNA's aggregation in one operation. h is nodes x d, the messages are edges x d, and d is cut
/// into `towers` parts of w. The result is nodes x (parts.count d): tower after tower [h | for each
/// scaler all aggregates], w columns each. A node that no edge points to has zeros in place of all
/// aggregates.
template <typename T>
Var pna_aggregate(Tape<T>& tape, Var h, Var message, const EdgeIndex& graph,
                  const PnaOptions& options);

} // namespace canon::nn
