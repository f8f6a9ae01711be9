#pragma once

#include "cli/program.hpp"
#include "cli/progress.hpp"
#include "report/journal.hpp"
#include "study/random_results.hpp"

namespace canon::lab {

/// Runs what the journal does not hold yet. The result depends on the plan alone, not on the
/// number of threads nor on how often the study was stopped on the way.
[[nodiscard]] RandomResults run_plan(const RandomPlan& plan, std::size_t threads, Journal& journal,
                                     tool::Progress& progress);

/// `canon-lab study random ...`
int run_study_random(const tool::Words& words);

} // namespace canon::lab
