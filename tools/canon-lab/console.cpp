#include "canon-lab/console.hpp"

#include <chrono>
#include <cstdio>
#include <iostream>

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
  std::cerr << time + line + "\n" << std::flush;
}

} // namespace canon::tool
