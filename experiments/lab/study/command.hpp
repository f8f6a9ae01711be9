#pragma once

#include "cli/program.hpp"

namespace canon::lab {

/// `canon-lab study random|molecules ...`
int run_study(const tool::Words& words);

} // namespace canon::lab
