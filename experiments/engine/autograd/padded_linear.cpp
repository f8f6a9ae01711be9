#include "autograd/padded_linear.hpp"

#include "autograd/linear_gradients.hpp"
#include "device/sum_pieces.hpp"
#include "kernels/columns.hpp"

#include <algorithm>

namespace canon::nn {

template <typename T>
std::int64_t padded(std::int64_t columns) {
  return (columns + full_width<T> - 1) / full_width<T> * full_width<T>;
}

namespace {

/// Blocks that begin on a cache line are read faster, but their padding is multiplied too: 69
/// columns would become 80.
template <typename T>
std::int64_t block_distance(std::int64_t out, std::int64_t blocks) {
  const std::int64_t whole = padded<T>(out);
  return blocks == 1 || 25 * whole <= 26 * out ? whole : out;
}

} // namespace

template <typename T>
bool PaddedLinear<T>::serves(std::int64_t in, std::int64_t out, std::int64_t blocks) {
  return unpacked_length(padded<T>(in) * padded<T>(out) * blocks) > 0;
}

template <typename T>
PaddedLinear<T>::PaddedLinear(Pool& pool, Matrix<T> weight, std::int64_t blocks, bool back)
    : in_(weight.rows), out_(weight.columns / blocks), blocks_(blocks), x_stride_(padded<T>(in_)),
      block_(block_distance<T>(out_, blocks)),
      stride_(padded<T>((blocks - 1) * block_ + padded<T>(out_))), wide_(blocks * block_),
      step_(unpacked_length(x_stride_ * wide_)),
      weight_(pool, static_cast<std::size_t>(x_stride_ * wide_)) {
  one_blas_thread();
  T* const to = weight_.data();
  std::fill_n(to, x_stride_ * wide_, T(0));
  for (std::int64_t i = 0; i < in_; ++i)
    for (std::int64_t block = 0; block < blocks_; ++block) {
      const T* const from = weight.data + i * weight.columns + block * out_;
      const std::int64_t column = block * block_;
      for (std::int64_t j = 0; j < out_; ++j)
        to[back ? (column + j) * x_stride_ + i : i * wide_ + column + j] = from[j];
    }
}

template <typename T>
void PaddedLinear<T>::forward(const T* x, std::int64_t rows, T* y) const {
  for (std::int64_t first = 0; first < rows; first += step_)
    multiply(std::min(step_, rows - first), wide_, in_,
             Operand<T>{x + first * x_stride_, x_stride_}, Operand<T>{weight_.data(), wide_},
             y + first * stride_, stride_, false);
}

template <typename T>
void PaddedLinear<T>::backward(const T* x, const T* dy, std::int64_t rows, T* dx, bool add,
                               T* share, bool more) const {
  if (rows == 0 && !more) std::fill_n(share, share_size(), T(0));
  const std::int64_t inner = (blocks_ - 1) * block_ + out_;
  for (std::int64_t first = 0; dx != nullptr && first < rows; first += step_)
    multiply(std::min(step_, rows - first), x_stride_, inner,
             Operand<T>{dy + first * stride_, stride_}, Operand<T>{weight_.data(), x_stride_},
             dx + first * x_stride_, x_stride_, add);
  // A block of W's gradient at a time: the fewer columns, the more rows are added at once.
  const std::int64_t tall = unpacked_length(in_ * block_);
  for (std::int64_t first = 0; first < rows; first += tall) {
    const std::int64_t here = std::min(tall, rows - first);
    for (std::int64_t column = 0; column < wide_; column += block_)
      multiply(in_, block_, here, Operand<T>{x + first * x_stride_, x_stride_, true},
               Operand<T>{dy + first * stride_ + column, stride_}, share + column, wide_,
               more || first > 0);
  }
  walk_rows<T>(0, rows > 0 ? 1 : 0, wide_,
               kernel::SumRows<T>{dy, rows, stride_, T(1), share + in_ * wide_, more});
}

template <typename T>
void PaddedLinear<T>::sum_shares(const T* shares, std::int64_t count, Gradient<T> dweight,
                                 Gradient<T> dbias) const {
  for (std::int64_t block = 0; block < blocks_; ++block) {
    const T* const from = shares + block * block_;
    const std::int64_t to = block * out_, stride = blocks_ * out_;
    if (dweight.to != nullptr)
      for_each_tile<T>(
          Backend::cpu, in_, out_,
          SumPieces<T>{from, count, share_size(), wide_, stride, dweight.to + to, dweight.add},
          count);
    if (dbias.to != nullptr)
      for_each_tile<T>(Backend::cpu, 1, out_,
                       SumPieces<T>{from + in_ * wide_, count, share_size(), wide_, stride,
                                    dbias.to + to, dbias.add});
  }
}

template std::int64_t padded<float>(std::int64_t);
template std::int64_t padded<double>(std::int64_t);
template class PaddedLinear<float>;
template class PaddedLinear<double>;

} // namespace canon::nn
