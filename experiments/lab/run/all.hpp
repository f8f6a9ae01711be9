#pragma once

#include "cli/program.hpp"

namespace canon::lab {

/// `canon-lab run all ...`: verification, studies and experiments, one page.
int run_all_command(const tool::Words& words);

} // namespace canon::lab
