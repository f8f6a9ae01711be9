#pragma once

#include "train/adam.hpp"
#include "train/plateau.hpp"
#include "train/scores.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace canon::lab {

enum class Loss { l1, cross_entropy, binary_cross_entropy };
[[nodiscard]] std::string_view name(Loss loss);

/// Which samples serve for what, by their places. Without `valid` the schedule looks at the loss of
/// training; without `test` there is no test score.
struct Split {
  std::vector<std::size_t> train, valid, test;
};

/// One line of the metrics file. A score or loss that was not computed is NaN.
struct EpochRecord {
  int epoch = 0;           ///< from 1
  double rate = 0.0;       ///< with which it was trained
  double train_loss = 0.0; ///< mean over the graphs (the batches), each as its batch was met
  double valid_loss = 0.0, valid_score = 0.0;
  double test_loss = 0.0, test_score = 0.0;
  double seconds = 0.0; ///< no two runs agree in it, so it is kept apart; 0 if resumed
};

struct TrainOptions {
  std::string what = "training"; ///< begins every message: "fold 3"
  std::string model;             ///< name and options of the model, for the checkpoint to compare
  Loss loss = Loss::cross_entropy;
  Score score = Score::accuracy;
  std::size_t batch_size = 20;
  int epochs = 100;
  std::uint64_t seed = 0; ///< of the order and the passes; not of the weights
  AdamOptions adam;
  double clip_norm = 0.0; ///< 0: gradients are not clipped
  PlateauOptions plateau;
  double stop_rate = 0.0;   ///< the run ends once the rate is below
  double loss_limit = 1e12; ///< of a batch; beyond it the run has diverged
  /// False: the graphs of a batch stay together and only the order of the batches changes, so that
  /// they are laid on the backend once.
  bool reshuffle = true;
  /// A gradient is added to those of all steps before: what a program does that forgets to clear
  /// them. Here to repeat published numbers.
  bool accumulate_gradient = false;
  /// Losses and mean absolute errors of a set are means over its batches, a smaller last one
  /// counting in full, as in the published programs; else means over the graphs.
  bool batch_means = false;
  int test_every = 1; ///< epochs between tests; the last epoch is always tested

  std::filesystem::path folder;     ///< of checkpoint and metrics; empty: nothing is written
  double checkpoint_seconds = 10.0; ///< at least that long between two checkpoints
  bool bar = false; ///< ensmallen's progress bar on standard error, if that is a terminal
  std::function<void(const EpochRecord&)> on_epoch; ///< after each epoch, replayed ones too
};

/// The epoch with the best validation score (the first of equals); the last one without any. The
/// history is not empty.
[[nodiscard]] const EpochRecord& best_epoch(const std::vector<EpochRecord>& history, Score score);

struct TrainResult {
  std::vector<EpochRecord> history;
  int resumed_at = 0;         ///< epochs that a checkpoint had done already
  bool stopped_early = false; ///< by stop_rate
  [[nodiscard]] const EpochRecord& last() const { return history.back(); }
  [[nodiscard]] const EpochRecord& best(Score score) const { return best_epoch(history, score); }
};

} // namespace canon::lab
