#include "lanes/lane_widths.hpp"

#include <vector>

namespace canon {
namespace {

std::vector<LaneSolver> find_solvers() {
  std::vector<LaneSolver> solvers = {lanes_generic::lane_solver()};
#if defined(CANON_LANES_X86)
  // What the operating system does not save between processes counts as absent here.
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0)
    solvers.push_back(lanes_avx2::lane_solver());
  if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
      __builtin_cpu_supports("avx512vl") != 0)
    solvers.push_back(lanes_avx512::lane_solver());
#endif
  return solvers;
}

} // namespace

std::span<const LaneSolver> lane_solvers() {
  static const std::vector<LaneSolver> solvers = find_solvers();
  return solvers;
}

} // namespace canon
