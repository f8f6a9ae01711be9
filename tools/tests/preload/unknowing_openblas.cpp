// Preloaded (LD_PRELOAD), it has OpenBLAS say that it chose Prescott unless it was told what to
// take: what OpenBLAS does on a processor newer than itself.
#include <cstdlib>
#include <dlfcn.h>

namespace {

// Asked when the process starts, as OpenBLAS does: the program may change its environment later.
const bool told = std::getenv("OPENBLAS_CORETYPE") != nullptr;
char prescott[] = "Prescott";

} // namespace

extern "C" char* openblas_get_corename() {
  using Function = char*();
  auto* const own = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, "openblas_get_corename"));
  return told && own != nullptr ? own() : prescott;
}
