#include "device/backend.hpp"

#include "device/cuda.hpp"
#include "device/error.hpp"

#include <omp.h>

namespace canon::nn {

std::string_view name(Backend backend) {
  return backend == Backend::cpu ? "cpu" : "cuda";
}

#ifndef CANON_CUDA
bool built_with_cuda() {
  return false;
}

bool cuda_device_found() {
  return false;
}
#endif

Backend choose_backend(std::string_view wanted) {
  if (wanted == "cpu") return Backend::cpu;
  if (wanted == "auto") return cuda_device_found() ? Backend::cuda : Backend::cpu;
  if (wanted != "cuda")
    throw ArgumentError("device: expected cpu, cuda or auto, got '" + std::string(wanted) + "'");
  if (!built_with_cuda()) throw ArgumentError("device cuda: this program was built without CUDA");
  if (!cuda_device_found())
    throw ArgumentError("device cuda: no CUDA device can be used on this machine (" +
                        cuda::trouble() + ")");
  return Backend::cuda;
}

std::string describe(Backend backend) {
  if (backend == Backend::cuda) return "cuda, " + cuda::device_name();
  return "cpu, " + std::to_string(threads()) + (threads() == 1 ? " thread" : " threads");
}

void use_threads(int count) {
  omp_set_num_threads(count > 0 ? count : omp_get_num_procs());
}

int threads() {
  return omp_get_max_threads();
}

} // namespace canon::nn
