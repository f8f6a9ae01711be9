#include "autograd/linear_gradients.hpp"

#include "autograd/check.hpp"
#include "device/gemm.hpp"
#include "device/sum_pieces.hpp"
#include "kernels/activation.hpp"

#include <algorithm>

namespace canon::nn {
namespace {

/// In how many parts the rows are walked side by side. It depends on the shape alone, as the order
/// of the sums does; each part costs a weight's gradient of its own, so it must be worth it.
std::int64_t parts(std::int64_t rows, std::int64_t area) {
  const std::int64_t worth = rows * area / 8'000'000;
  return std::clamp<std::int64_t>((worth + 2) / 4 * 4, 1, 32);
}

template <typename T>
void walk_once(Pool& pool, Matrix<T> x, Matrix<T> weight, Matrix<T> dy, Gradient<T> dx,
               Gradient<T> dweight, Gradient<T> dbias, const T* y) {
  const std::int64_t n = x.rows, in = x.columns, out = dy.columns, area = in * out;
  const std::int64_t step = unpacked_length(area), count = parts(n, area);
  const std::int64_t each = (n + count - 1) / count;
  one_blas_thread();
  Array<T> copy;
  Operand<T> back{weight.data, out, true};
  if (dx.to != nullptr) back = transposed(pool, n, in, out, back, copy);
  // A part's share of dW and, after it, of the bias.
  const std::int64_t size = area + out;
  const Array<T> shares(pool, static_cast<std::size_t>(count * size));
  Array<T> passed; // of a part: what the ReLU lets pass of the rows at work
  if (y != nullptr) passed = Array<T>(pool, static_cast<std::size_t>(count * step * out));
#pragma omp parallel for schedule(static) if (count > 1)
  for (std::int64_t part = 0; part < count; ++part) {
    T* const share = shares.data() + part * size;
    const std::int64_t begin = part * each, end = std::min(n, begin + each);
    for (std::int64_t first = begin; first < end; first += step) {
      const std::int64_t rows = std::min(step, end - first);
      const T* arriving = dy.data + first * out;
      const bool more = first > begin;
      if (y != nullptr) {
        T* const here = passed.data() + part * step * out;
        walk_elements<T>(0, rows * out,
                         kernel::ActivateBack<T>{y + first * out, arriving,
                                                 kernel::Activation::relu, here, false});
        arriving = here;
      }
      if (dweight.to != nullptr)
        multiply(in, out, rows, Operand<T>{x.data + first * in, in, true},
                 Operand<T>{arriving, out}, share, out, more);
      if (dx.to != nullptr)
        multiply(rows, in, out, Operand<T>{arriving, out}, back, dx.to + first * in, in, dx.add);
      if (dbias.to != nullptr)
        for_each_tile<T>(Backend::cpu, 1, out,
                         kernel::SumRows<T>{arriving, rows, out, T(1), share + area, more});
    }
  }
  if (dweight.to != nullptr)
    for_each_tile<T>(Backend::cpu, in, out,
                     SumPieces<T>{shares.data(), count, size, out, out, dweight.to, dweight.add},
                     count);
  if (dbias.to != nullptr)
    for_each_tile<T>(
        Backend::cpu, 1, out,
        SumPieces<T>{shares.data() + area, count, size, out, out, dbias.to, dbias.add});
}

} // namespace

template <typename T>
void linear_gradients(Pool& pool, Matrix<T> x, Matrix<T> weight, Matrix<T> dy, Gradient<T> dx,
                      Gradient<T> dweight, Gradient<T> dbias, const T* y) {
  const std::int64_t n = x.rows, in = x.columns, out = dy.columns;
  // Few rows are not worth turning W over; a large W not cutting the rows that small.
  if (pool.backend() == Backend::cpu && n >= 128 && n < (1 << 30) &&
      unpacked_length(in * out) > 0) {
    walk_once(pool, x, weight, dy, dx, dweight, dbias, y);
    return;
  }
  Array<T> passed;
  if (y != nullptr) {
    passed = Array<T>(pool, static_cast<std::size_t>(n * out));
    for_each_element<T>(
        pool.backend(), n * out,
        kernel::ActivateBack<T>{y, dy.data, kernel::Activation::relu, passed.data(), false});
    dy.data = passed.data();
  }
  const Operand<T> arriving{dy.data, out};
  if (dbias.to != nullptr) sum_rows(pool, dy, dbias.to, dbias.add);
  if (dweight.to != nullptr)
    gemm(pool, in, out, n, Operand<T>{x.data, in, true}, arriving, dweight.to, out, dweight.add);
  if (dx.to != nullptr)
    gemm(pool, n, in, out, arriving, Operand<T>{weight.data, out, true}, dx.to, in, dx.add);
}

template void linear_gradients(Pool&, Matrix<float>, Matrix<float>, Matrix<float>, Gradient<float>,
                               Gradient<float>, Gradient<float>, const float*);
template void linear_gradients(Pool&, Matrix<double>, Matrix<double>, Matrix<double>,
                               Gradient<double>, Gradient<double>, Gradient<double>, const double*);

} // namespace canon::nn
