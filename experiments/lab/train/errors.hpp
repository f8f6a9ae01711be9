#pragma once

#include <canon/error.hpp>

#include <cstddef>
#include <string>

namespace canon::lab {

/// Training that has left the numbers: a loss or a gradient that is not finite, or a loss beyond
/// the limit. The program ends with the exit code of a failed solver (3); the last good checkpoint
/// is kept.
class DivergedError : public SolverError {
public:
  DivergedError(const std::string& what, int epoch, std::size_t batch)
      : SolverError(what), epoch_(epoch), batch_(batch) {}

  [[nodiscard]] int epoch() const noexcept { return epoch_; }
  /// From 0; the number of batches if it was found by the evaluation after them.
  [[nodiscard]] std::size_t batch() const noexcept { return batch_; }

private:
  int epoch_;
  std::size_t batch_;
};

} // namespace canon::lab
