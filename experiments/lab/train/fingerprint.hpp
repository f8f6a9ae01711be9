#pragma once

#include "model/model.hpp"
#include "train/options.hpp"

#include <string>
#include <vector>

namespace canon::lab {

/// All that makes a run what it is, a line each: scalar, backend, the model's name and shapes, the
/// options and a checksum of the data. Two runs with the same fingerprint give the same bits. The
/// number of epochs is not part of it (a longer run begins like a shorter one), nor is anything
/// about files and progress.
template <typename T>
[[nodiscard]] std::string fingerprint(const nn::Model<T>& model, nn::Backend backend,
                                      const std::vector<nn::GraphSample>& samples,
                                      const Split& split, const TrainOptions& options);

} // namespace canon::lab
