#pragma once

#include "dataset/hard_set.hpp"
#include "run/expressivity_outcomes.hpp"
#include "run/options.hpp"

namespace canon::lab {

/// All units of a row on these sets.
[[nodiscard]] std::vector<ExpressivityUnit> units_of(const std::vector<ExpressivityRow>& rows,
                                                     std::size_t row,
                                                     const std::vector<HardSet>& sets);

/// Computes the units of `rows` that are missing. What a unit gives depends on the seed, on its
/// settings and on its place in its set, and neither on the threads nor on other units.
void run_units(const RunOptions& options, const std::vector<ExpressivityRow>& rows,
               const std::vector<HardSet>& sets, ExpressivityOutcomes& outcomes);

} // namespace canon::lab
