#pragma once

#include "device/pool.hpp"

#include <cstdint>

/// Single products of the CPU's BLAS; gemm.hpp and autograd/linear cut their work into these.
namespace canon::nn {

/// A row-major operand of a product: rows lie `stride` apart; `transposed` reads it the other way.
template <typename T>
struct Operand {
  const T* data;
  std::int64_t stride;
  bool transposed = false;
};

/// To be called before the first product: the threads are ours.
void one_blas_thread();

/// C (m x n, rows `stride_c` apart) = A B, plus C itself if `add`: one call of BLAS on the calling
/// thread. No dimension or stride may exceed INT_MAX; the caller has checked it.
template <typename T>
void multiply(std::int64_t m, std::int64_t n, std::int64_t k, Operand<T> a, Operand<T> b, T* c,
              std::int64_t stride_c, bool add);

/// How much of a tall dimension one product takes whose other two multiply to `area`; 0 if so
/// little that small products would not pay.
std::int64_t unpacked_length(std::int64_t area);

/// Transposes B where that is little work beside the product: OpenBLAS has no unpacked product for
/// a transposed B. `copy` keeps what it returns.
template <typename T>
Operand<T> transposed(Pool& pool, std::int64_t m, std::int64_t n, std::int64_t k, Operand<T> b,
                      Array<T>& copy);

} // namespace canon::nn
