#pragma once

#include "cli/program.hpp"

namespace canon::lab {

/// `canon-lab models`: the number of parameters beside the paper's.
int run_models(const tool::Words& words);

} // namespace canon::lab
