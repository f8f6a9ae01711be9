#pragma once

#include "run/options.hpp"

namespace canon::lab {

/// The paper's Algorithms 4 and 5, and the claims of each level on graphs full of ties.
[[nodiscard]] Report run_verification(const RunOptions& options);

/// `canon-lab run verification ...`
int run_verification_command(const tool::Words& words);

} // namespace canon::lab
