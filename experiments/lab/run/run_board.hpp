#pragma once

#include "train/options.hpp"
#include "train/progress.hpp"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace canon::lab {

/// How several runs stand: a table that is shown while they train, and a line now and then where no
/// table can be drawn in place.
class RunBoard {
public:
  /// A run before it begins.
  struct Run {
    std::string row;
    std::uint64_t seed = 0;
    TrainOptions train; ///< for the schedule
  };

  RunBoard(Progress& progress, std::vector<Run> runs, std::string score_name);
  ~RunBoard();
  RunBoard(const RunBoard&) = delete;
  RunBoard& operator=(const RunBoard&) = delete;

  // From any thread.
  void begin(std::size_t run);
  void epoch(std::size_t run, const EpochRecord& record);
  void end(std::size_t run, bool failed = false);

private:
  using Clock = std::chrono::steady_clock;
  struct State {
    enum { waiting, running, done, failed } phase = waiting;
    EpochRecord last;
    Plateau plateau;            ///< as the run itself has it
    double rate = 0.0;          ///< of the next epoch
    double epoch_seconds = 0.0; ///< of late
    Clock::time_point said;
  };

  [[nodiscard]] std::string table() const;
  [[nodiscard]] std::string line(std::size_t run) const;
  [[nodiscard]] std::string time_left(std::size_t run) const;

  Progress& progress_;
  std::vector<Run> runs_;
  std::string score_name_;
  std::vector<State> states_;
  std::mutex lock_;
};

/// Epochs that a schedule takes at least until its rate is below the stop, if it never finds a
/// lower loss again; no more than the run has.
[[nodiscard]] int least_epochs_left(const TrainOptions& train, const Plateau& plateau, double rate,
                                    int done);

} // namespace canon::lab
