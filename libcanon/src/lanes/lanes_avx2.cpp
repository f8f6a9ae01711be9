#if defined(__x86_64__) // CMakeLists.txt sets the instruction set of this file
#define CANON_LANES 4
#define CANON_LANES_NAMESPACE lanes_avx2
#include "lanes/solve.hpp"

namespace canon::lanes_avx2 {

LaneSolver lane_solver() {
  return {lanes, most_groups * lanes, solve_lanes};
}

} // namespace canon::lanes_avx2
#endif
