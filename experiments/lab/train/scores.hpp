#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace canon::lab {

enum class Score { mae, accuracy, roc_auc, average_precision };
[[nodiscard]] std::string_view name(Score score);
/// Whether more is better.
[[nodiscard]] bool rewards(Score score);

/// What a model said of some graphs, beside the truth.
struct Predictions {
  std::size_t graphs = 0, columns = 0; ///< of the output
  std::vector<double> outputs;         ///< graphs x columns
  std::vector<double> targets;         ///< graphs x columns or empty; NaN where one is missing
  std::vector<int> labels;             ///< graphs
};

/// ArgumentError if the sizes do not fit or an output is not finite.
[[nodiscard]] double score_of(Score score, const Predictions& predictions);

// The scores one by one. Sizes must fit; ArgumentError otherwise.

/// The share of the graphs whose largest output is that of their label; of equal outputs the first
/// counts. NaN of no graphs.
[[nodiscard]] double accuracy(const std::vector<double>& outputs, std::size_t classes,
                              const std::vector<int>& labels);

/// The mean of |output - target| over the targets that are there; NaN of none.
[[nodiscard]] double mean_absolute_error(const std::vector<double>& outputs,
                                         const std::vector<double>& targets);

/// The mean over batches of `batch_size` graphs, the last of which may be smaller, of their mean
/// absolute errors; batches without a target do not count, NaN if none has one. As published
/// programs report it: a small last batch counts as much as a full one.
[[nodiscard]] double mean_of_batch_errors(const Predictions& predictions, std::size_t batch_size);

/// The chance that a graph of class 1 has a higher output than one of class 0, equal ones counting
/// half. NaN if a class is missing.
[[nodiscard]] double roc_auc(const std::vector<double>& outputs, const std::vector<int>& labels);

/// The mean over the graphs of class 1 of the precision at their output: the sum over the distinct
/// outputs, from the largest, of (gain in recall) x precision. No interpolation; equal outputs are
/// one step, so that their order does not matter. NaN if class 1 is missing.
[[nodiscard]] double average_precision(const std::vector<double>& outputs,
                                       const std::vector<int>& labels);

/// The mean of a binary score over the tasks (columns of `targets`: 0, 1 or NaN where missing) that
/// have both classes, as OGB's evaluator takes it; NaN if none has.
using BinaryScore = double (*)(const std::vector<double>&, const std::vector<int>&);
[[nodiscard]] double mean_over_tasks(BinaryScore score, const Predictions& predictions);

/// Mean and standard deviation, the latter dividing by n, not n - 1: as NumPy and the papers do.
struct Spread {
  double mean = 0.0, deviation = 0.0;
};
[[nodiscard]] Spread spread_of(const std::vector<double>& values);

} // namespace canon::lab
