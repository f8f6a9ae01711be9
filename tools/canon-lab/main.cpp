#include "canon-lab/commands.hpp"

#include <canon/base/blas_kernels.hpp>

#include <cstdlib>

namespace {

/// A thread of OpenMP that waits for others spins first, in GCC's library some milliseconds long.
/// If another program has the core of the one that it waits for, it spins for nothing at every
/// barrier: on two busy cores a training step took 981 ms, and takes 192 with this limit, which
/// costs 0 to 10 % of the step on idle ones. The library reads its variable when it is loaded.
void limit_spinning(char** argv) {
  constexpr const char* variable = "GOMP_SPINCOUNT";
  if (std::getenv(variable) != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  setenv(variable, "10000", 1);
  canon::restart_program(argv);
}

} // namespace

int main(int argc, char** argv) {
  limit_spinning(argv);
  return canon::tool::run_main(canon::tool::lab_program(), argc, argv);
}
