#pragma once

#include "model/model.hpp"
#include "train/options.hpp"

#include <vector>

namespace canon::lab {

/// Trains a model that is placed on `pool` already, with Adam over one flat matrix of parameters
/// (ensmallen's loop). The result depends on the starting values, the data and the options only:
/// not on the number of threads, nor on where a run was killed if options.folder has its
/// checkpoint.
///
/// ArgumentError (options, data), ReadError (a checkpoint that is damaged or another run's) before
/// anything is written; DivergedError with the last good checkpoint kept.
template <typename T>
TrainResult train(nn::Model<T>& model, nn::Pool& pool, const std::vector<nn::GraphSample>& samples,
                  const Split& split, const TrainOptions& options);

} // namespace canon::lab
