#define CANON_LANES 2
#define CANON_LANES_NAMESPACE lanes_generic
#include "lanes/solve.hpp"

namespace canon::lanes_generic {

LaneSolver lane_solver() {
  return {lanes, most_groups * lanes, solve_lanes};
}

} // namespace canon::lanes_generic
