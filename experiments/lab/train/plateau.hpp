#pragma once

#include <limits>

namespace canon::lab {

/// Of the schedule that lowers the rate where the loss no longer falls; PyTorch's
/// ReduceLROnPlateau(mode="min", threshold_mode="rel", cooldown=0).
struct PlateauOptions {
  bool on = false;
  double factor = 0.5;
  int patience = 10;       ///< epochs without progress that are borne
  double threshold = 1e-4; ///< progress is a loss below best * (1 - threshold)
  double least_rate = 0.0; ///< the rate does not fall below
};

/// The state of the schedule.
struct Plateau {
  double best = std::numeric_limits<double>::infinity();
  int bad_epochs = 0;

  /// The rate for the next epoch after one with `loss`.
  [[nodiscard]] double next_rate(const PlateauOptions& options, double rate, double loss);
};

} // namespace canon::lab
