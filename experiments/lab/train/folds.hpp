#pragma once

#include "train/options.hpp"

#include <cstdint>
#include <vector>

namespace canon::lab {

enum class FoldOrder {
  random,     ///< groups drawn at random
  contiguous, ///< in the order of the data
};

/// k ways to split: each group of samples is tested once. `group[i]` is that of sample i, any
/// number; samples of a group are never parted. Folds differ by at most one group. `valid_share` of
/// the groups left for training (rounded down) serves for validation, drawn at random in either
/// order. Within each set the samples keep the order of the data.
/// ArgumentError unless 2 <= k <= the number of groups and 0 <= valid_share < 1.
[[nodiscard]] std::vector<Split> k_folds(const std::vector<std::size_t>& group, std::size_t k,
                                         FoldOrder order, std::uint64_t seed,
                                         double valid_share = 0.0);

/// One split of whole groups at random: the shares of all groups, rounded down, for test and
/// validation. ArgumentError unless the shares are in [0, 1) and something is left for training.
[[nodiscard]] Split random_split(const std::vector<std::size_t>& group, double valid_share,
                                 double test_share, std::uint64_t seed);

/// 0, 1, 2, ...: every sample a group of its own.
[[nodiscard]] std::vector<std::size_t> singles(std::size_t samples);

} // namespace canon::lab
