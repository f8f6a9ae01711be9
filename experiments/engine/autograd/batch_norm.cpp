#include "autograd/batch_norm.hpp"

#include "autograd/check.hpp"
#include "autograd/linear_gradients.hpp"
#include "kernels/batch_norm.hpp"

namespace canon::nn {
namespace {

/// mean and 1 / sqrt(variance + eps) of the columns, kept for the way back.
template <typename T>
void find_moments(Tape<T>& tape, Matrix<T> x, RunningStatistics<T> running, bool training, T* mean,
                  T* inverse) {
  Pool& pool = tape.pool();
  if (!training) {
    for_each_tile<T>(
        pool.backend(), 1, x.columns,
        kernel::RunningMoments<T>{running.mean, running.variance, running.eps, mean, inverse});
    return;
  }
  const kernel::RowBlocks rows{x.rows};
  const std::int64_t blocks = rows.count();
  const Array<T> partial(pool, static_cast<std::size_t>(2 * blocks * x.columns));
  T* const square = partial.data() + blocks * x.columns;
  for_each_tile<T>(pool.backend(), blocks, x.columns,
                   kernel::BlockMoments<T>{x.data, rows, x.columns, partial.data(), square},
                   kernel::rows_per_block);
  for_each_tile<T>(pool.backend(), 1, x.columns,
                   kernel::Moments<T>{partial.data(), square, rows, x.columns, running.eps,
                                      running.momentum, mean, inverse, running.mean,
                                      running.variance},
                   blocks);
}

} // namespace

template <typename T>
Var batch_norm(Tape<T>& tape, Var x, Var gamma, Var beta, RunningStatistics<T> running,
               NormOptions options, Var residual) {
  const std::int64_t n = tape.rows(x), columns = tape.columns(x);
  check_shape(tape, gamma, 1, columns, "batch_norm: gamma");
  check_shape(tape, beta, 1, columns, "batch_norm: beta");
  if (residual.exists()) check_shape(tape, residual, n, columns, "batch_norm: residual");
  if (options.training && n == 0) throw ArgumentError("batch_norm: expected at least one row");
  T* const mean = tape.keep(2 * columns);
  T* const inverse = mean + columns;
  find_moments(tape, tape.value(x), running, options.training, mean, inverse);
  const Var y = tape.make(n, columns);
  for_each_tile<T>(
      tape.backend(), n, columns,
      kernel::Normalise<T>{tape.value(x).data,
                           {mean, inverse, tape.value(gamma).data, tape.value(beta).data},
                           residual.exists() ? tape.value(residual).data : nullptr,
                           columns,
                           options.relu,
                           tape.value(y).data});

  tape.record({y}, {x, gamma, beta, residual}, [=](Tape<T>& back) {
    Pool& pool = back.pool();
    const kernel::ThroughRelu<T> through{
        back.value(x).data,
        {mean, inverse, back.value(gamma).data, back.value(beta).data},
        back.grad(y).data,
        columns,
        options.relu};
    const std::int64_t blocks = kernel::row_blocks(n);
    const Array<T> partial(pool, static_cast<std::size_t>(2 * (blocks + 1) * columns));
    T* const block_dx = partial.data() + blocks * columns;
    T* const sum_d = block_dx + blocks * columns;
    T* const sum_dx = sum_d + columns;
    for_each_tile<T>(pool.backend(), blocks, columns,
                     kernel::NormaliseSums<T>{through, {n}, partial.data(), block_dx},
                     kernel::rows_per_block);
    const Gradient<T> d_beta = gradient_of(back, beta), d_gamma = gradient_of(back, gamma);
    for_each_tile<T>(pool.backend(), 1, columns,
                     kernel::NormTotals<T>{partial.data(), block_dx, blocks, columns, sum_d, sum_dx,
                                           d_beta.to, d_gamma.to, d_beta.add, d_gamma.add},
                     blocks);
    if (back.wants_grad(x)) {
      const auto target = back.write_grad(x);
      for_each_tile<T>(pool.backend(), n, columns,
                       kernel::NormaliseBack<T>{through, options.training ? sum_d : nullptr, sum_dx,
                                                n > 0 ? T(1) / static_cast<T>(n) : T(0),
                                                target.to.data, target.add});
    }
    if (residual.exists() && back.wants_grad(residual)) back.hand_grad(y, residual);
  });
  return y;
}

template Var batch_norm(Tape<float>&, Var, Var, Var, RunningStatistics<float>, NormOptions, Var);
template Var batch_norm(Tape<double>&, Var, Var, Var, RunningStatistics<double>, NormOptions, Var);

} // namespace canon::nn
