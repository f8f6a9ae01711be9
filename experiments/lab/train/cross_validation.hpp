#pragma once

#include "model/model.hpp"
#include "train/options.hpp"
#include "train/progress.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace canon::lab {

struct CrossValidationOptions {
  /// Each fold has a folder of its own in it ("fold0"), so that a stopped run resumes; empty:
  /// nothing is written.
  std::filesystem::path folder = {};
  /// In all; 0: as many as there are cores. As many folds at the same time; where there are fewer
  /// folds, a fold's operations share what is left.
  int threads = 1;
  Progress* progress = &Progress::silent(); ///< told of every epoch; not null
  /// If given: trains only the folds for which it is true, and the result is theirs alone, without
  /// means. `done` is then told of each.
  std::function<bool(std::size_t)> mine = nullptr;
  std::function<void(std::size_t)> done = nullptr; ///< from any thread
};

struct CrossValidation {
  std::vector<TrainResult> folds;
  Spread last; ///< of the test scores after the last epoch
  Spread best; ///< of the test scores at the epoch with the best validation score
};

using MakeModel = std::function<std::unique_ptr<nn::Model<float>>()>;

/// Trains a new model, which has its weights from options.seed.
[[nodiscard]] TrainResult train_new(const MakeModel& make, nn::Backend backend,
                                    const std::vector<nn::GraphSample>& samples, const Split& split,
                                    const TrainOptions& options);

/// Trains a new model on each split. Fold i has its weights and its order from the i-th number of
/// options.seed, so that the results do not depend on how many are trained at once. If a fold
/// fails the others still run to their ends, then the failure of the first in order is thrown.
/// On a GPU folds are trained one after another.
[[nodiscard]] CrossValidation cross_validate(const MakeModel& make, nn::Backend backend,
                                             const std::vector<nn::GraphSample>& samples,
                                             const std::vector<Split>& folds,
                                             const TrainOptions& options,
                                             const CrossValidationOptions& how);

/// The seed of fold `fold`.
[[nodiscard]] std::uint64_t fold_seed(std::uint64_t seed, std::size_t fold);

} // namespace canon::lab
