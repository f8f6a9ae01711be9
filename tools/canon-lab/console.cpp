#include "canon-lab/console.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <unistd.h>

namespace canon::tool {
namespace {

const auto program_start = std::chrono::steady_clock::now();

} // namespace

void Console::begin(std::size_t total, const std::string& noun) {
  bar_.emplace(!quiet_, total, noun);
}

void Console::say(const std::string& line) {
  if (quiet_) return;
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - program_start;
  char time[48];
  std::snprintf(time, sizeof time, "[%5.1f s] ", since.count());
  const std::lock_guard guard(lock_);
  const std::string board = board_;
  draw("");
  std::cerr << time + line + "\n" << std::flush;
  draw(board);
}

void Console::board(const std::string& lines) {
  if (quiet_ || isatty(STDERR_FILENO) == 0) return;
  const std::lock_guard guard(lock_);
  draw(lines);
}

void Console::news(const std::string& line) {
  if (isatty(STDERR_FILENO) == 0) say(line);
}

/// Up to where the board before began, and over it.
void Console::draw(const std::string& lines) {
  const auto height = std::count(board_.begin(), board_.end(), '\n');
  if (height > 0) std::cerr << "\033[" + std::to_string(height) + "F\033[J";
  std::cerr << lines << std::flush;
  board_ = lines;
}

} // namespace canon::tool
