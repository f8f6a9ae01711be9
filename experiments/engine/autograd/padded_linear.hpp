#pragma once

#include "autograd/linear_gradients.hpp"
#include "device/blas.hpp"

namespace canon::nn {

/// Columns rounded up to whole vectors, so that every row of a matrix begins on a cache line.
template <typename T>
[[nodiscard]] std::int64_t padded(std::int64_t columns);

/// Y = X W on the CPU for padded rows, some at a time, by the calling thread: for operations that
/// walk their rows once for more than a product. What is behind a row's numbers is 0 and stays so.
/// `blocks` matrices may lie side by side in W; they do in Y, `block()` apart.
template <typename T>
class PaddedLinear {
public:
  /// Whether weights of that shape are small enough for it.
  static bool serves(std::int64_t in, std::int64_t out, std::int64_t blocks);
  /// For forward(), or for backward().
  PaddedLinear(Pool& pool, Matrix<T> weight, std::int64_t blocks, bool back);

  /// From block to block of Y, and from row to row: the last block too can be read to its padding.
  [[nodiscard]] std::int64_t block() const { return block_; }
  [[nodiscard]] std::int64_t stride() const { return stride_; }

  /// y = x W
  void forward(const T* x, std::int64_t rows, T* y) const;

  /// Numbers of a share: of W's gradient and, after it, of the bias'.
  [[nodiscard]] std::int64_t share_size() const { return (in_ + 1) * wide_; }
  /// Of dy: dx (null: not wanted), which grows by it if `add`; the rows' share of the gradients,
  /// which grows by them if `more`.
  void backward(const T* x, const T* dy, std::int64_t rows, T* dx, bool add, T* share,
                bool more) const;
  /// The sum of `count` shares that lie one after the other.
  void sum_shares(const T* shares, std::int64_t count, Gradient<T> dweight,
                  Gradient<T> dbias) const;

private:
  std::int64_t in_, out_, blocks_, x_stride_;
  std::int64_t block_, stride_, wide_; ///< wide: what is computed of a row of Y
  std::int64_t step_;                  ///< rows a product
  Array<T> weight_;                    ///< in x wide, or transposed: wide x padded(in)
};

} // namespace canon::nn
