#pragma once

#include "device/blas.hpp"

#include <cstdint>

namespace canon::nn {

/// C (m x n, rows `stride_c` apart) = A B, with A m x k and B k x n, plus C itself if `add`. The
/// work is cut into pieces that do not depend on the number of threads, each one call of BLAS with
/// one thread, so that neither do the bits. On a GPU one call of cuBLAS.
template <typename T>
void gemm(Pool& pool, std::int64_t m, std::int64_t n, std::int64_t k, Operand<T> a, Operand<T> b,
          T* c, std::int64_t stride_c, bool add);

/// C = A B with `bias` (length n) added to each row and, if `relu`, what is below 0 set to 0.
template <typename T>
void gemm_with_bias(Pool& pool, std::int64_t m, std::int64_t n, std::int64_t k, Operand<T> a,
                    Operand<T> b, const T* bias, T* c, std::int64_t stride_c, bool relu = false);

} // namespace canon::nn
