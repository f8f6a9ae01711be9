#include "device/backend.hpp"
#include "device/cuda.hpp"
#include "device/launch.hpp"

#include <algorithm>
#include <cublas_v2.h>
#include <cuda_runtime_api.h>

namespace canon::nn {
namespace cuda {
namespace {

[[noreturn]] void fail(const char* call, const char* reason) {
  throw DeviceError("CUDA: " + std::string(call) + ": " + reason);
}

void check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  static_cast<void>(cudaGetLastError()); // or the next call would be blamed for it
  fail(call, cudaGetErrorString(status));
}

void check(cublasStatus_t status, const char* call) {
  if (status != CUBLAS_STATUS_SUCCESS) fail(call, cublasGetStatusString(status));
}

/// Only to ask whether this program holds code for the device.
__global__ void probe() {}

std::string find_trouble() {
  const auto said = [](const char* call, cudaError_t status) {
    static_cast<void>(cudaGetLastError());
    return std::string(call) + ": " + cudaGetErrorString(status);
  };
  int count = 0, driver = 0;
  // The runtime calls this "insufficient", as if a newer one were all that is missing.
  if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0) return "there is no CUDA driver";
  if (const cudaError_t status = cudaGetDeviceCount(&count); status != cudaSuccess)
    return said("cudaGetDeviceCount", status);
  if (count == 0) return "there are 0 devices";
  cudaFuncAttributes attributes;
  if (const cudaError_t status = cudaFuncGetAttributes(&attributes, probe); status != cudaSuccess)
    return said("cudaFuncGetAttributes", status);
  return "";
}

/// cuBLAS, so set that the same call gives the same bits: it has one stream (the default one, where
/// kernels run too) and one workspace of its own, so that its choice of an algorithm depends on the
/// shapes alone, and sums without atomics. Floats are multiplied as floats: no TF32.
cublasHandle_t blas() {
  static const cublasHandle_t handle = [] {
    constexpr std::size_t workspace = std::size_t(32) << 20U; // what the newest devices ask for
    cublasHandle_t made = nullptr;
    check(cublasCreate(&made), "cublasCreate");
    check(cublasSetWorkspace(made, allocate(workspace), workspace), "cublasSetWorkspace");
    check(cublasSetAtomicsMode(made, CUBLAS_ATOMICS_NOT_ALLOWED), "cublasSetAtomicsMode");
    check(cublasSetMathMode(made, CUBLAS_DEFAULT_MATH), "cublasSetMathMode");
    return made;
  }();
  return handle; // never destroyed: at the program's end the driver may be gone before us
}

cublasStatus_t multiply(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                        const float* a, int lda, const float* b, int ldb, float beta, float* c,
                        int ldc) {
  const float one = 1;
  return cublasSgemm(blas(), ta, tb, m, n, k, &one, a, lda, b, ldb, &beta, c, ldc);
}

cublasStatus_t multiply(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                        const double* a, int lda, const double* b, int ldb, double beta, double* c,
                        int ldc) {
  const double one = 1;
  return cublasDgemm(blas(), ta, tb, m, n, k, &one, a, lda, b, ldb, &beta, c, ldc);
}

/// cuBLAS is column-major, so C' = B' A' gives the row-major product.
template <typename T>
void multiply_rows(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, const T* a,
                   std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc) {
  const auto operation = [](bool transposed) { return transposed ? CUBLAS_OP_T : CUBLAS_OP_N; };
  const auto narrow = [](std::int64_t value) { return static_cast<int>(value); };
  const auto stride = [&](std::int64_t value) { return narrow(std::max<std::int64_t>(1, value)); };
  check(multiply(operation(tb), operation(ta), narrow(n), narrow(m), narrow(k), b, stride(ldb), a,
                 stride(lda), beta, c, stride(ldc)),
        "cublas gemm");
}

} // namespace

void* allocate(std::size_t bytes) {
  void* block = nullptr;
  const std::string call = "cudaMalloc of " + std::to_string(bytes) + " bytes";
  check(cudaMalloc(&block, bytes), call.c_str());
  return block;
}

void release(void* block) noexcept {
  static_cast<void>(cudaFree(block)); // at the program's end the driver may be gone before us
}

// From and to pageable memory these wait for all that was started before, and for the copy.
void upload(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "cudaMemcpy to the device");
}

void download(void* to, const void* from, std::size_t bytes) {
  check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy from the device");
}

void fill_zero(void* block, std::size_t bytes) {
  check(cudaMemsetAsync(block, 0, bytes), "cudaMemset");
}

void check_launch() {
  check(cudaGetLastError(), "kernel launch");
}

void gemm(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, const float* a,
          std::int64_t lda, const float* b, std::int64_t ldb, float beta, float* c,
          std::int64_t ldc) {
  multiply_rows(ta, tb, m, n, k, a, lda, b, ldb, beta, c, ldc);
}

void gemm(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, const double* a,
          std::int64_t lda, const double* b, std::int64_t ldb, double beta, double* c,
          std::int64_t ldc) {
  multiply_rows(ta, tb, m, n, k, a, lda, b, ldb, beta, c, ldc);
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
