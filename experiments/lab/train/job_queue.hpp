#pragma once

#include "device/backend.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>

namespace canon::lab {

/// Trainings that share the cores: as many at the same time as there are threads, the next begins
/// when one ends, and where fewer are left their operations share the threads that are free. No
/// result depends on how many run at once.
class JobQueue {
public:
  /// `threads` in all; 0: as many as there are cores. No more than `at_once` jobs run at the same
  /// time; on a GPU, and where the calling thread trains with other ranks, one after another.
  JobQueue(int threads, nn::Backend backend, std::size_t jobs, std::size_t at_once);
  JobQueue(int threads, nn::Backend backend, std::size_t jobs)
      : JobQueue(threads, backend, jobs, jobs) {}

  /// Calls `work` with 0 .. jobs-1, each on one of the threads. If a job fails the others still run
  /// to their ends, then the failure of the first in order is thrown.
  /// With `mine` only those jobs for which it is true; it is asked for each in turn, by one thread
  /// at a time.
  void run(const std::function<void(std::size_t)>& work,
           const std::function<bool(std::size_t)>& mine = nullptr);

  /// How many run at once at most.
  [[nodiscard]] std::size_t team() const { return team_; }
  /// For a job to call now and then, such as after an epoch: takes its share of the threads that
  /// are free by now.
  void share_threads() const;

private:
  [[nodiscard]] std::size_t take(const std::function<bool(std::size_t)>& mine);

  std::size_t threads_, team_, jobs_;
  std::mutex taking_;
  std::size_t next_ = 0; ///< under taking_
  std::atomic<std::size_t> done_ = 0;
};

} // namespace canon::lab
