#pragma once

#include "device/error.hpp"

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <string>

/// What a call of the runtime or of cuBLAS returned, as an exception. For the .cu files alone.
namespace canon::nn::cuda {

[[noreturn]] inline void fail(const std::string& call, const char* reason) {
  throw DeviceError("CUDA: " + call + ": " + reason);
}

inline void check(cudaError_t status, const std::string& call) {
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError()); // or the next call would be blamed for it
  fail(call, cudaGetErrorString(status));
}

inline void check(cublasStatus_t status, const std::string& call) {
  if (status == CUBLAS_STATUS_ALLOC_FAILED) throw DeviceMemoryError("CUDA: " + call);
  if (status != CUBLAS_STATUS_SUCCESS) fail(call, cublasGetStatusString(status));
}

} // namespace canon::nn::cuda
