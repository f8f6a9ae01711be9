#include "train/job_queue.hpp"

#include "device/communicator.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

namespace canon::lab {

JobQueue::JobQueue(int threads, nn::Backend backend, std::size_t jobs, std::size_t at_once)
    : threads_(threads > 0 ? static_cast<std::size_t>(threads)
                           : std::max(1U, std::thread::hardware_concurrency())),
      team_(backend == nn::Backend::cuda || nn::communicator() != nullptr
                ? 1
                : std::clamp<std::size_t>(std::min(jobs, at_once), 1, threads_)),
      jobs_(jobs) {}

void JobQueue::share_threads() const {
  const std::size_t running = std::clamp<std::size_t>(jobs_ - done_, 1, team_);
  nn::use_threads(static_cast<int>(threads_ / running)); // holds for the thread that calls it
}

std::size_t JobQueue::take(const std::function<bool(std::size_t)>& mine) {
  const std::lock_guard guard(taking_);
  while (next_ < jobs_ && mine && !mine(next_))
    ++next_;
  return next_++;
}

void JobQueue::run(const std::function<void(std::size_t)>& work,
                   const std::function<bool(std::size_t)>& mine) {
  std::vector<std::exception_ptr> failures(jobs_);
  nn::Communicator* const ranks = nn::communicator();
  {
    std::vector<std::jthread> workers;
    for (std::size_t t = 0; t < team_; ++t)
      workers.emplace_back([&] {
        const nn::TrainsWith with(ranks);
        for (std::size_t job = take(mine); job < jobs_; job = take(mine)) {
          share_threads();
          try {
            work(job);
          } catch (...) {
            failures[job] = std::current_exception();
          }
          ++done_;
        }
      });
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

} // namespace canon::lab
