#include "device/backend.hpp"
#include "device/cuda.hpp"
#include "device/cuda_status.hpp"
#include "device/launch.hpp"

namespace canon::nn {
namespace cuda {
namespace {

/// Only to ask whether this program holds code for the device.
__global__ void probe() {}

std::string find_trouble() {
  const auto said = [](const char* call, cudaError_t status) {
    static_cast<void>(cudaGetLastError());
    return std::string(call) + ": " + cudaGetErrorString(status);
  };
  int count = 0, driver = 0, device = 0;
  // The runtime calls this "insufficient", as if a newer one were all that is missing.
  if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0) return "there is no CUDA driver";
  if (const cudaError_t status = cudaGetDeviceCount(&count); status != cudaSuccess)
    return said("cudaGetDeviceCount", status);
  if (count == 0) return "there are 0 devices";
  if (const cudaError_t status = cudaGetDevice(&device); status != cudaSuccess)
    return said("cudaGetDevice", status);
  cudaDeviceProp properties;
  if (const cudaError_t status = cudaGetDeviceProperties(&properties, device);
      status != cudaSuccess)
    return said("cudaGetDeviceProperties", status);
  cudaFuncAttributes attributes;
  const cudaError_t status = cudaFuncGetAttributes(&attributes, probe);
  if (status == cudaErrorNoKernelImageForDevice || status == cudaErrorInvalidDeviceFunction) {
    static_cast<void>(cudaGetLastError());
    return std::string(properties.name) + " has compute capability " +
           std::to_string(properties.major) + "." + std::to_string(properties.minor) +
           ", and this program holds no code for it";
  }
  if (status != cudaSuccess) return said("cudaFuncGetAttributes", status);
  return "";
}

} // namespace

void* allocate(std::size_t bytes) {
  void* block = nullptr;
  const cudaError_t status = cudaMalloc(&block, bytes);
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    throw DeviceMemoryError("CUDA: no " + std::to_string(bytes) + " bytes left on the device");
  }
  check(status, "cudaMalloc of " + std::to_string(bytes) + " bytes");
  return block;
}

void release(void* block) noexcept {
  static_cast<void>(cudaFree(block)); // at the program's end the driver may be gone before us
}

void upload(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "cudaMemcpy to the device");
}

void download(void* to, const void* from, std::size_t bytes) {
  send_gathered();
  check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy from the device");
}

void fill_zero(void* block, std::size_t bytes) {
  check(cudaMemsetAsync(block, 0, bytes), "cudaMemset");
}

void prepare_launch() {
  send_gathered();
}

void check_launch() {
  check(cudaGetLastError(), "kernel launch");
}

std::string device_name() {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
  return properties.name;
}

const std::string& trouble() {
  static const std::string found = find_trouble();
  return found;
}

} // namespace cuda

bool built_with_cuda() {
  return true;
}

bool cuda_device_found() {
  return cuda::trouble().empty();
}

} // namespace canon::nn
