#pragma once

#include "autograd/batch_norm.hpp"
#include "kernels/batch_norm.hpp"

namespace canon::nn {

/// A batch normalisation of padded rows on the CPU, for operations that walk a batch by blocks:
/// they make the blocks' sums where they are, and this puts them together. All of it ends in 0
/// where the rows do, and so does what is normalised by it.
template <typename T>
class PaddedNorm {
public:
  PaddedNorm() = default;
  PaddedNorm(Tape<T>& tape, const NormVars<T>& vars);

  [[nodiscard]] kernel::NormRow<T> row() const;
  /// y = gamma x^ + beta of rows of `x`.
  [[nodiscard]] kernel::Normalise<T> normalise(const T* x, T* y) const;
  [[nodiscard]] kernel::ThroughRelu<T> through(const T* x, const T* dy) const;

  /// Mean and variance: of the blocks' moments in training, else the running ones.
  void find(const T* block_mean, const T* block_square, const kernel::RowBlocks& blocks,
            bool training) const;
  /// Of the blocks' sums of d and of d x^, one after the other, those of all rows, 2 x columns, and
  /// the gradients of beta and gamma.
  void finish(Tape<T>& tape, const T* sums, std::int64_t blocks, T* whole) const;

private:
  NormVars<T> vars_;
  std::int64_t out_ = 0, columns_ = 0;
  T* statistics_ = nullptr; ///< 4 x columns: the rows of row()
};

} // namespace canon::nn
