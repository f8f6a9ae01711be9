#pragma once

#include "device/error.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace canon::nn::cuda {

/// The few calls of the CUDA runtime and of cuBLAS that the engine needs. Built without CUDA they
/// are never reached: choose_backend() hands out no such backend.
#ifdef CANON_CUDA
/// All of it runs in order on one stream, the default one. Nothing waits but upload and download;
/// a status that is not success becomes a DeviceError with the call's name. What fails while it
/// runs on the device shows at a later call.
[[nodiscard]] void* allocate(std::size_t bytes);
void release(void* block) noexcept;
/// Wait until all that was started before and the copy itself are done.
void upload(void* to, const void* from, std::size_t bytes);
void download(void* to, const void* from, std::size_t bytes);
void fill_zero(void* block, std::size_t bytes);
/// Row-major C (m x n) = A B + beta C, A and B transposed if said; leading dimensions of the rows.
void gemm(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, const float* a,
          std::int64_t lda, const float* b, std::int64_t ldb, float beta, float* c,
          std::int64_t ldc);
void gemm(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, const double* a,
          std::int64_t lda, const double* b, std::int64_t ldb, double beta, double* c,
          std::int64_t ldc);
[[nodiscard]] std::string device_name();
/// Why no device can be used, in the runtime's words; empty if one can. Asked once; never throws.
[[nodiscard]] const std::string& trouble();
#else
[[noreturn]] inline void missing() {
  throw DeviceError("this program was built without CUDA");
}
[[nodiscard]] inline void* allocate(std::size_t) {
  missing();
}
inline void release(void*) noexcept {}
inline void upload(void*, const void*, std::size_t) {
  missing();
}
inline void download(void*, const void*, std::size_t) {
  missing();
}
inline void fill_zero(void*, std::size_t) {
  missing();
}
template <typename T>
inline void gemm(bool, bool, std::int64_t, std::int64_t, std::int64_t, const T*, std::int64_t,
                 const T*, std::int64_t, T, T*, std::int64_t) {
  missing();
}
[[nodiscard]] inline std::string device_name() {
  missing();
}
[[nodiscard]] inline std::string trouble() {
  return "built without CUDA";
}
#endif

} // namespace canon::nn::cuda
