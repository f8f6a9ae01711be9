#pragma once

#include "lanes/lane_solver.hpp"

#include <span>

namespace canon {

/// The solvers that this processor can run, narrow vectors first; never empty.
[[nodiscard]] std::span<const LaneSolver> lane_solvers();

} // namespace canon
