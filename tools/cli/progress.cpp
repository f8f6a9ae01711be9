#include "cli/progress.hpp"

#include <canon/base/text_table.hpp>

#include <array>
#include <cstdio>
#include <iostream>
#include <new>
#include <unistd.h>

namespace canon::tool {
namespace {

constexpr auto patience = std::chrono::seconds(1);
constexpr auto beat = std::chrono::milliseconds(200);
constexpr std::size_t bar_width = 30;

std::string clock_text(double seconds) {
  const auto whole = static_cast<unsigned long>(seconds);
  std::array<char, 40> text{};
  if (whole >= 3600)
    std::snprintf(text.data(), text.size(), "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60,
                  whole % 60);
  else
    std::snprintf(text.data(), text.size(), "%lu:%02lu", whole / 60, whole % 60);
  return text.data();
}

std::string rate_text(double rate) {
  return rate < 100.0 ? short_number(rate, 3) : std::to_string(static_cast<unsigned long>(rate));
}

} // namespace

std::string progress_line(std::size_t done, std::optional<std::size_t> total, double seconds,
                          const std::string& noun) {
  std::string line;
  const auto count = static_cast<double>(done);
  if (total && *total > 0) {
    const std::size_t full = std::min(bar_width, bar_width * done / *total);
    line = "[" + std::string(full, '#') + std::string(bar_width - full, '.') + "] " +
           std::to_string(done) + "/" + counted(*total, noun);
  } else {
    line = counted(done, noun);
  }
  if (done > 0 && seconds > 0.0) line += ", " + rate_text(count / seconds) + "/s";
  line += ", " + clock_text(seconds);
  if (total && done > 0 && done < *total)
    line += ", " + clock_text(seconds / count * static_cast<double>(*total - done)) + " left";
  return line;
}

bool stdout_is_terminal() {
  return isatty(STDOUT_FILENO) != 0;
}

Progress::Progress(bool wanted, std::optional<std::size_t> total, std::string noun)
    : total_(total), noun_(std::move(noun)) {
  if (wanted && isatty(STDERR_FILENO) != 0)
    painter_ = std::jthread([this](std::stop_token stop) {
      try {
        draw_until(std::move(stop));
      } catch (const std::bad_alloc&) { // the work itself says so, or does without the bar
      }
    });
}

Progress::~Progress() = default;

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Progress::draw_until(std::stop_token stop) {
  std::unique_lock lock(lock_);
  const auto stopped = [&] { return stop.stop_requested(); };
  if (woken_.wait_for(lock, stop, patience, stopped)) return;
  do {
    std::cerr << "\r\033[K" + progress_line(done_, total_, seconds(), noun_) << std::flush;
  } while (!woken_.wait_for(lock, stop, beat, stopped));
  std::cerr << "\r\033[K" << std::flush;
}

} // namespace canon::tool
