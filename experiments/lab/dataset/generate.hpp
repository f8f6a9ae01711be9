#pragma once

#include "cli/program.hpp"

namespace canon::lab {

/// `canon-lab generate exp ...`
int run_generate(const tool::Words& words);

} // namespace canon::lab
