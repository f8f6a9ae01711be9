#pragma once

#include "cli/program.hpp"

namespace canon::lab {

/// `canon-lab run basis-isomorphism|exp|all ...`
int run_run(const tool::Words& words);

} // namespace canon::lab
