#pragma once

#include "report/report.hpp"
#include "run/options.hpp"

namespace canon::lab {

/// The paper's Algorithms 4 and 5, and the claims of each level on graphs full of ties.
[[nodiscard]] Report run_verification(const RunOptions& options);

/// False if a check in the report failed; a report without checks holds.
[[nodiscard]] bool checks_hold(const Report& report);

} // namespace canon::lab
