#pragma once

#include "train/options.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace canon::lab {

/// Everything that a run needs to continue as if it had never stopped. Random numbers need no place
/// of their own: they are drawn from the seed and the number of the epoch.
template <typename T>
struct Checkpoint {
  std::string fingerprint; ///< of the run, see train/fingerprint.hpp
  int epoch = 0;           ///< epochs done
  double rate = 0.0;       ///< of the next epoch
  Plateau plateau;
  std::vector<T> values, state; ///< of the model
  AdamState<T> adam;
  std::vector<T> accumulated; ///< the gradient, if it is never cleared
  std::vector<EpochRecord> history;
};

/// Whole or not at all, with a checksum. WriteError if it cannot be written.
template <typename T>
void write_checkpoint(const std::filesystem::path& path, const Checkpoint<T>& checkpoint);

/// ReadError in one line if the file is no checkpoint, is damaged, or belongs to a run with another
/// fingerprint; it then names the first line in which the two differ.
template <typename T>
[[nodiscard]] Checkpoint<T> read_checkpoint(const std::filesystem::path& path,
                                            const std::string& fingerprint);

} // namespace canon::lab
