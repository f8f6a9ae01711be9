#pragma once

#include "report/report.hpp"
#include "study/random_results.hpp"

namespace canon::lab {

/// Tables, plots and words of a finished study; the stamp is the caller's.
[[nodiscard]] Report random_report(const RandomResults& results);

} // namespace canon::lab
