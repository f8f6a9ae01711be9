#include <canon/blas.hpp>

#include <dlfcn.h>
#include <sstream>

// OpenBLAS, linked in or loaded as somebody's dependency; absent with another BLAS.
extern "C" {
void openblas_set_num_threads(int) __attribute__((weak));
char* openblas_get_config() __attribute__((weak));
char* openblas_get_corename() __attribute__((weak));
}

namespace canon {
namespace {

template <typename Function>
Function* find_function(Function* linked, const char* name) {
  return linked != nullptr ? linked : reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

/// The file that a product of matrices comes from; empty where that cannot be found out.
std::string library_file() {
  Dl_info info = {};
  void* const product = dlsym(RTLD_DEFAULT, "dgemm_");
  if (product == nullptr || dladdr(product, &info) == 0 || info.dli_fname == nullptr) return {};
  const std::string path = info.dli_fname;
  return path.substr(path.rfind('/') + 1);
}

} // namespace

std::string BlasLibrary::str() const {
  return kernels.empty() ? name : name + " " + kernels;
}

BlasLibrary blas_library() {
  BlasLibrary blas;
  auto* const config = find_function(openblas_get_config, "openblas_get_config");
  if (config == nullptr) {
    if (const std::string file = library_file(); !file.empty()) blas.name += " (" + file + ")";
    return blas;
  }
  // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH NO_AFFINITY Haswell MAX_THREADS=64"
  std::istringstream words(config());
  std::string word;
  words >> blas.name >> word;
  blas.name += " " + word;
  while (words >> word)
    blas.selectable = blas.selectable || word == "DYNAMIC_ARCH";
  if (auto* const core = find_function(openblas_get_corename, "openblas_get_corename"))
    blas.kernels = core();
  return blas;
}

bool use_one_blas_thread() {
  auto* const set = find_function(openblas_set_num_threads, "openblas_set_num_threads");
  if (set == nullptr) return false;
  set(1);
  return true;
}

} // namespace canon
