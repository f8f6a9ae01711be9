#pragma once

#include "shell/command_line.hpp"

#include <cstddef>

namespace canon::tool {

/// --threads, --quiet
void add_running(CommandLine& line);
[[nodiscard]] std::size_t threads_option(const CommandLine& line);

} // namespace canon::tool
