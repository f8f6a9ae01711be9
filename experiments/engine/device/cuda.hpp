#pragma once

#include "device/error.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace canon::nn::cuda {

/// The few calls of the CUDA runtime and of cuBLAS that the engine needs. Built without CUDA they
/// are never reached: choose_backend() hands out no such backend.
#ifdef CANON_CUDA
/// All of it runs in order on one stream, the default one. Nothing waits but download, and upload
/// for the host's memory to be read; a status that is not success becomes a DeviceError with the
/// call's name. What fails while it runs on the device shows at a later call.
[[nodiscard]] void* allocate(std::size_t bytes);
void release(void* block) noexcept;
/// Returns when `from` has been read; the copy itself comes after all that was started before.
void upload(void* to, const void* from, std::size_t bytes);
/// Waits until all that was started before and the copy itself are done.
void download(void* to, const void* from, std::size_t bytes);
/// Many small uploads as one: `from` is read at once, and what lies together on the device, but for
/// gaps below the alignment, goes there as one copy before the next kernel, product or download.
inline constexpr std::size_t upload_alignment = 256;
void gather_upload(void* to, const void* from, std::size_t bytes);
void send_gathered();
void fill_zero(void* block, std::size_t bytes);
/// Row-major C (m x n) = A B + beta C, A and B transposed if said; leading dimensions of the rows.
void gemm(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, const float* a,
          std::int64_t lda, const float* b, std::int64_t ldb, float beta, float* c,
          std::int64_t ldc);
void gemm(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, const double* a,
          std::int64_t lda, const double* b, std::int64_t ldb, double beta, double* c,
          std::int64_t ldc);
/// C = A B with `bias` (length n) added to each row and, if `relu`, what is below 0 set to 0, in
/// one call of cublasLt. False, and nothing done, if it has no such product.
[[nodiscard]] bool gemm_with_bias(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k,
                                  const float* a, std::int64_t lda, const float* b,
                                  std::int64_t ldb, const float* bias, bool relu, float* c,
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
[[nodiscard]] inline bool gemm_with_bias(bool, bool, std::int64_t, std::int64_t, std::int64_t,
                                         const float*, std::int64_t, const float*, std::int64_t,
                                         const float*, bool, float*, std::int64_t) {
  missing();
}
inline constexpr std::size_t upload_alignment = 256;
inline void gather_upload(void*, const void*, std::size_t) {
  missing();
}
inline void send_gathered() {}
[[nodiscard]] inline std::string device_name() {
  missing();
}
[[nodiscard]] inline std::string trouble() {
  return "built without CUDA";
}
#endif

} // namespace canon::nn::cuda
