#include "cli/running.hpp"

#include <algorithm>
#include <thread>

namespace canon::tool {

void add_running(CommandLine& line) {
  line.group("Running");
  line.natural_option("threads", "N",
                      "threads; the result is the same for any number (default: all cores)", 1,
                      1024);
  line.flag("quiet,q", "no progress bar and no summary on standard error");
}

std::size_t threads_option(const CommandLine& line) {
  if (line.given("threads")) return line.natural("threads");
  return std::max(1U, std::thread::hardware_concurrency());
}

} // namespace canon::tool
