#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace canon::tool {

/// A bar on standard error while graphs (or what `noun` says) are worked on. Only on a
/// terminal, only after a second; the line is cleared in the end. A thread of its own draws, so
/// that one long graph shows time too.
class Progress {
public:
  /// `wanted` false: never anything. `total` where it is known.
  Progress(bool wanted, std::optional<std::size_t> total, std::string noun = "graph");
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void tick(std::size_t count = 1) { done_.fetch_add(count, std::memory_order_relaxed); }
  [[nodiscard]] double seconds() const;

private:
  void draw_until(std::stop_token stop);

  const std::optional<std::size_t> total_;
  const std::string noun_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<std::size_t> done_ = 0;
  std::mutex lock_;
  std::condition_variable_any woken_;
  std::jthread painter_;
};

/// The line itself, without its clearing.
[[nodiscard]] std::string progress_line(std::size_t done, std::optional<std::size_t> total,
                                        double seconds, const std::string& noun = "graph");

/// Whether standard output goes to a terminal: a bar would then be mixed into the output.
[[nodiscard]] bool stdout_is_terminal();

} // namespace canon::tool
