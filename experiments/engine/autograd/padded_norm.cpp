#include "autograd/padded_norm.hpp"

#include "autograd/padded_linear.hpp"
#include "device/launch.hpp"

#include <algorithm>

namespace canon::nn {

template <typename T>
PaddedNorm<T>::PaddedNorm(Tape<T>& tape, const NormVars<T>& vars)
    : vars_(vars), out_(tape.columns(vars.gamma)), columns_(padded<T>(out_)),
      statistics_(tape.keep(4 * columns_)) {
  std::fill_n(statistics_, 4 * columns_, T(0));
  std::copy_n(tape.value(vars.gamma).data, out_, statistics_ + 2 * columns_);
  std::copy_n(tape.value(vars.beta).data, out_, statistics_ + 3 * columns_);
}

template <typename T>
kernel::NormRow<T> PaddedNorm<T>::row() const {
  return {statistics_, statistics_ + columns_, statistics_ + 2 * columns_,
          statistics_ + 3 * columns_};
}

template <typename T>
kernel::Normalise<T> PaddedNorm<T>::normalise(const T* x, T* y) const {
  return {x, row(), nullptr, columns_, false, y};
}

template <typename T>
kernel::ThroughRelu<T> PaddedNorm<T>::through(const T* x, const T* dy) const {
  return {x, row(), dy, columns_, false};
}

template <typename T>
void PaddedNorm<T>::find(const T* block_mean, const T* block_square,
                         const kernel::RowBlocks& blocks, bool training) const {
  const RunningStatistics<T>& running = vars_.running;
  T* const mean = statistics_;
  T* const inverse = statistics_ + columns_;
  if (training)
    walk_rows<T>(0, 1, out_,
                 kernel::Moments<T>{block_mean, block_square, blocks, columns_, running.eps,
                                    running.momentum, mean, inverse, running.mean,
                                    running.variance});
  else
    walk_rows<T>(
        0, 1, out_,
        kernel::RunningMoments<T>{running.mean, running.variance, running.eps, mean, inverse});
}

template <typename T>
void PaddedNorm<T>::finish(Tape<T>& tape, const T* sums, std::int64_t blocks, T* whole) const {
  const auto finish_one = [&](int which, Var parameter) {
    T* const to = whole + which * columns_;
    walk_rows<T>(
        0, 1, columns_,
        kernel::SumRows<T>{sums + which * blocks * columns_, blocks, columns_, T(1), to, false});
    const Gradient<T> gradient = gradient_of(tape, parameter);
    if (gradient.to != nullptr)
      walk_rows<T>(0, 1, out_,
                   kernel::SumRows<T>{to, 1, columns_, T(1), gradient.to, gradient.add});
  };
  finish_one(0, vars_.beta);
  finish_one(1, vars_.gamma);
}

template class PaddedNorm<float>;
template class PaddedNorm<double>;

} // namespace canon::nn
