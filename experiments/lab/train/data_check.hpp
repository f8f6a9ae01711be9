#pragma once

#include "batch/graph_sample.hpp"
#include "train/options.hpp"

#include <cstdint>
#include <vector>

namespace canon::lab {

/// ArgumentError in one line if the options make no sense.
void check(const TrainOptions& options);

/// ArgumentError in one line if a sample of the split is not there, is ill made or has no nodes,
/// has other features than the first, or if nothing is there to train on.
void check(const std::vector<nn::GraphSample>& samples, const Split& split);

/// Now that the width of the model's output is known: ArgumentError if a label or target does not
/// fit it.
void check_targets(const std::vector<nn::GraphSample>& samples, const Split& split, Loss loss,
                   std::int64_t outputs);

} // namespace canon::lab
