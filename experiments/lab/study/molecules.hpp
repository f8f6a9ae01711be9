#pragma once

#include "cli/program.hpp"

namespace canon::lab {

/// `canon-lab study molecules PATH...`
int run_study_molecules(const tool::Words& words);

} // namespace canon::lab
