#include "device/gemm.hpp"

#include "device/cuda.hpp"
#include "device/launch.hpp"
#include "device/sum_pieces.hpp"

#include <algorithm>
#include <climits>
#include <type_traits>

namespace canon::nn {
namespace {

/// Rows of C a product: few enough to be multiplied unpacked, or a quarter, for the threads, but
/// enough to pay for BLAS's packing of B.
std::int64_t rows_per_product(std::int64_t m, std::int64_t area) {
  const std::int64_t quarter = (m + 3) / 4, small = unpacked_length(area);
  return small > 0 ? std::min(small, std::max<std::int64_t>(64, quarter))
                   : std::max<std::int64_t>(512, quarter);
}

constexpr std::int64_t inner_block = 1024; // a longer inner dimension is cut into pieces

/// A tall reduction (a weight's gradient): pieces of the inner dimension side by side.
template <typename T>
void multiply_by_pieces(Pool& pool, std::int64_t m, std::int64_t n, std::int64_t k, Operand<T> a,
                        Operand<T> b, T* c, std::int64_t stride_c, bool add) {
  // A multiple of 4, for the threads, and few: each piece has a C of its own, and none is empty.
  const std::int64_t count = std::min<std::int64_t>((k / inner_block + 3) / 4 * 4, 64);
  const std::int64_t each = (k + count - 1) / count, small = unpacked_length(m * n);
  const std::int64_t step = small > 0 ? small : each;
  const Array<T> pieces(pool, static_cast<std::size_t>(count * m * n));
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t first = i * each, length = std::min(each, k - first);
    Operand<T> left = a, right = b;
    left.data += a.transposed ? first * a.stride : first;
    right.data += b.transposed ? first : first * b.stride;
    T* const piece = pieces.data() + i * m * n;
    for (std::int64_t done = 0; done < length; done += step) {
      multiply(m, n, std::min(step, length - done), left, right, piece, n, done > 0);
      left.data += a.transposed ? step * a.stride : step;
      right.data += b.transposed ? step : step * b.stride;
    }
  }
  for_each_tile<T>(Backend::cpu, m, n,
                   SumPieces<T>{pieces.data(), count, m * n, n, stride_c, c, add}, count);
}

template <typename T>
void check(std::int64_t m, std::int64_t n, std::int64_t k, const Operand<T>& a, const Operand<T>& b,
           std::int64_t stride_c) {
  if (std::max({m, n, k, a.stride, b.stride, stride_c}) > INT_MAX)
    throw ArgumentError("gemm: expected dimensions below 2^31");
}

/// The CPU's product by blocks of rows; `finish(first, rows)` follows a block at once.
template <typename T, typename Finish>
void multiply_by_rows(std::int64_t m, std::int64_t n, std::int64_t k, Operand<T> a, Operand<T> b,
                      T* c, std::int64_t stride_c, bool add, const Finish& finish) {
  const std::int64_t each = rows_per_product(m, n * k), blocks = (m + each - 1) / each;
#pragma omp parallel for schedule(static) if (m * n * k >= 64 * worth_a_thread)
  for (std::int64_t i = 0; i < blocks; ++i) {
    const std::int64_t first = i * each, rows = std::min(each, m - first);
    Operand<T> left = a;
    left.data += a.transposed ? first : first * a.stride;
    multiply(rows, n, k, left, b, c + first * stride_c, stride_c, add);
    finish(first, rows);
  }
}

template <typename T>
struct SetRows {
  const T* row;
  T* to;
  std::int64_t stride;

  template <int W>
  CANON_HD void at(std::int64_t i, std::int64_t column) const {
    store<W>(to + i * stride + column, load<W>(row + column));
  }
};

template <typename T>
struct ClampRows {
  T* to;
  std::int64_t stride;

  template <int W>
  CANON_HD void at(std::int64_t i, std::int64_t column) const {
    const Lanes<T, W> value = load<W>(to + i * stride + column);
    store<W>(to + i * stride + column, value < T(0) ? Lanes<T, W>{} : value);
  }
};

} // namespace

template <typename T>
void gemm(Pool& pool, std::int64_t m, std::int64_t n, std::int64_t k, Operand<T> a, Operand<T> b,
          T* c, std::int64_t stride_c, bool add) {
  if (m == 0 || n == 0) return;
  check(m, n, k, a, b, stride_c);
  if (pool.backend() == Backend::cuda) {
    cuda::gemm(a.transposed, b.transposed, m, n, k, a.data, a.stride, b.data, b.stride,
               add ? T(1) : T(0), c, stride_c);
    return;
  }
  one_blas_thread();
  if (k > inner_block && m * n < (1 << 20)) {
    multiply_by_pieces(pool, m, n, k, a, b, c, stride_c, add);
    return;
  }
  Array<T> copy;
  multiply_by_rows(m, n, k, a, transposed(pool, m, n, k, b, copy), c, stride_c, add,
                   [](std::int64_t, std::int64_t) {});
}

template <typename T>
void gemm_with_bias(Pool& pool, std::int64_t m, std::int64_t n, std::int64_t k, Operand<T> a,
                    Operand<T> b, const T* bias, T* c, std::int64_t stride_c, bool relu) {
  if (m == 0 || n == 0) return;
  if (pool.backend() == Backend::cuda) {
    check(m, n, k, a, b, stride_c);
    if constexpr (std::is_same_v<T, float>)
      if (cuda::gemm_with_bias(a.transposed, b.transposed, m, n, k, a.data, a.stride, b.data,
                               b.stride, bias, relu, c, stride_c))
        return;
    for_each_tile<T>(Backend::cuda, m, n, SetRows<T>{bias, c, stride_c});
    gemm(pool, m, n, k, a, b, c, stride_c, true);
    if (relu) for_each_tile<T>(Backend::cuda, m, n, ClampRows<T>{c, stride_c});
    return;
  }
  check(m, n, k, a, b, stride_c);
  one_blas_thread();
  multiply_by_rows(m, n, k, a, b, c, stride_c, false, [&](std::int64_t first, std::int64_t rows) {
    for (std::int64_t i = first; i < first + rows; ++i) {
      T* const row = c + i * stride_c;
      if (relu)
        for (std::int64_t j = 0; j < n; ++j)
          row[j] = std::max(row[j] + bias[j], T(0));
      else
        for (std::int64_t j = 0; j < n; ++j)
          row[j] += bias[j];
    }
  });
}

template void gemm(Pool&, std::int64_t, std::int64_t, std::int64_t, Operand<float>, Operand<float>,
                   float*, std::int64_t, bool);
template void gemm(Pool&, std::int64_t, std::int64_t, std::int64_t, Operand<double>,
                   Operand<double>, double*, std::int64_t, bool);
template void gemm_with_bias(Pool&, std::int64_t, std::int64_t, std::int64_t, Operand<float>,
                             Operand<float>, const float*, float*, std::int64_t, bool);
template void gemm_with_bias(Pool&, std::int64_t, std::int64_t, std::int64_t, Operand<double>,
                             Operand<double>, const double*, double*, std::int64_t, bool);

} // namespace canon::nn
