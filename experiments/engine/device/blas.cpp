#include "device/blas.hpp"

#include <algorithm>
#include <cstddef>
#include <mutex>

extern "C" {
// BLAS as Fortran has it: column-major, so C' = B' A' gives the row-major product. Last the hidden
// lengths of the character arguments, as gfortran passes them and Armadillo declares them.
void sgemm_(const char*, const char*, const int*, const int*, const int*, const float*,
            const float*, const int*, const float*, const int*, const float*, float*, const int*,
            std::size_t, std::size_t);
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*,
            const double*, const int*, const double*, const int*, const double*, double*,
            const int*, std::size_t, std::size_t);
// There only if the BLAS is OpenBLAS.
void openblas_set_num_threads(int) __attribute__((weak));
}

namespace canon::nn {
namespace {

void blas(const char* ta, const char* tb, const int* m, const int* n, const int* k, const float* a,
          const int* lda, const float* b, const int* ldb, const float* beta, float* c,
          const int* ldc) {
  const float one = 1;
  sgemm_(ta, tb, m, n, k, &one, a, lda, b, ldb, beta, c, ldc, 1, 1);
}

void blas(const char* ta, const char* tb, const int* m, const int* n, const int* k, const double* a,
          const int* lda, const double* b, const int* ldb, const double* beta, double* c,
          const int* ldc) {
  const double one = 1;
  dgemm_(ta, tb, m, n, k, &one, a, lda, b, ldb, beta, c, ldc, 1, 1);
}

/// OpenBLAS copies ("packs") its operands before it multiplies, unless the product is this small;
/// then it also has kernels for widths that fill no whole number of vectors, such as 78. Matrices
/// of a graph network are tall and thin, so the whole work is cut into products of that size.
constexpr std::int64_t unpacked = 1'000'000;

} // namespace

void one_blas_thread() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
  });
}

template <typename T>
void multiply(std::int64_t m, std::int64_t n, std::int64_t k, Operand<T> a, Operand<T> b, T* c,
              std::int64_t stride_c, bool add) {
  const auto narrow = [](std::int64_t value) { return static_cast<int>(value); };
  const int rows = narrow(n), columns = narrow(m), inner = narrow(k);
  const int lda = narrow(std::max<std::int64_t>(1, b.stride)),
            ldb = narrow(std::max<std::int64_t>(1, a.stride)), ldc = narrow(stride_c);
  const T beta = add ? T(1) : T(0);
  blas(b.transposed ? "T" : "N", a.transposed ? "T" : "N", &rows, &columns, &inner, b.data, &lda,
       a.data, &ldb, &beta, c, &ldc);
}

std::int64_t unpacked_length(std::int64_t area) {
  const std::int64_t fits = unpacked / std::max<std::int64_t>(1, area) / 8 * 8;
  return fits >= 32 ? fits : 0;
}

template <typename T>
Operand<T> transposed(Pool& pool, std::int64_t m, std::int64_t n, std::int64_t k, Operand<T> b,
                      Array<T>& copy) {
  if (!b.transposed || m < 128 || unpacked_length(n * k) == 0) return b;
  copy = Array<T>(pool, static_cast<std::size_t>(n * k));
  for (std::int64_t j = 0; j < n; ++j)
    for (std::int64_t l = 0; l < k; ++l)
      copy.data()[l * n + j] = b.data[j * b.stride + l];
  return {copy.data(), n};
}

template void multiply(std::int64_t, std::int64_t, std::int64_t, Operand<float>, Operand<float>,
                       float*, std::int64_t, bool);
template Operand<float> transposed(Pool&, std::int64_t, std::int64_t, std::int64_t, Operand<float>,
                                   Array<float>&);
template void multiply(std::int64_t, std::int64_t, std::int64_t, Operand<double>, Operand<double>,
                       double*, std::int64_t, bool);
template Operand<double> transposed(Pool&, std::int64_t, std::int64_t, std::int64_t,
                                    Operand<double>, Array<double>&);

} // namespace canon::nn
