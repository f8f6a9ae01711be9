#include <canon/parallel.hpp>

#include <dlfcn.h>

// OpenBLAS, linked in or loaded as somebody's dependency; absent with another BLAS.
extern "C" void openblas_set_num_threads(int) __attribute__((weak));

namespace canon {

bool use_one_blas_thread() {
  using Setter = void (*)(int);
  Setter set = openblas_set_num_threads;
  if (set == nullptr)
    set = reinterpret_cast<Setter>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
  if (set == nullptr) return false;
  set(1);
  return true;
}

} // namespace canon
