#pragma once

#include "cli/command_line.hpp"

#include <cstddef>

namespace canon::tool {

/// --threads, --quiet: of every command that works through many graphs.
void add_running(CommandLine& line);
[[nodiscard]] std::size_t threads_option(const CommandLine& line);

} // namespace canon::tool
