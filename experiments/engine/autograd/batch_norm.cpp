#include "autograd/batch_norm.hpp"

#include "autograd/check.hpp"
#include "autograd/linear_gradients.hpp"
#include "autograd/rank_moments.hpp"
#include "kernels/batch_norm.hpp"

#include <vector>

namespace canon::nn {
namespace {

/// The numbers of an array on the host.
template <typename T>
std::vector<T> on_host(Backend backend, const T* from, std::int64_t count) {
  std::vector<T> values(static_cast<std::size_t>(count));
  copy_to_host(backend, values.data(), from, values.size() * sizeof(T));
  return values;
}

/// mean and 1 / sqrt(variance + eps) of the columns, kept for the way back; returns of how many
/// rows, those of the other ranks included.
template <typename T>
std::int64_t find_moments(Tape<T>& tape, Matrix<T> x, RunningStatistics<T> running, bool training,
                          T* mean, T* inverse) {
  Pool& pool = tape.pool();
  if (!training) {
    for_each_tile<T>(
        pool.backend(), 1, x.columns,
        kernel::RunningMoments<T>{running.mean, running.variance, running.eps, mean, inverse});
    return x.rows;
  }
  const kernel::RowBlocks rows{x.rows};
  const std::int64_t blocks = rows.count();
  const Array<T> partial(pool, static_cast<std::size_t>(2 * blocks * x.columns));
  T* const square = partial.data() + blocks * x.columns;
  for_each_tile<T>(pool.backend(), blocks, x.columns,
                   kernel::BlockMoments<T>{x.data, rows, x.columns, partial.data(), square},
                   kernel::rows_per_block);
  const auto put_together = [&](const T* means, const T* squares, const kernel::RowBlocks& parts) {
    for_each_tile<T>(pool.backend(), 1, x.columns,
                     kernel::Moments<T>{means, squares, parts, x.columns, running.eps,
                                        running.momentum, mean, inverse, running.mean,
                                        running.variance},
                     parts.count());
  };
  Communicator* const ranks = communicator();
  if (ranks == nullptr) {
    put_together(partial.data(), square, rows);
    return x.rows;
  }
  const RankMoments<T> all =
      gather_moments(*ranks, on_host(pool.backend(), partial.data(), blocks * x.columns).data(),
                     on_host(pool.backend(), square, blocks * x.columns).data(), rows, x.columns);
  if (all.rows() == 0) throw ArgumentError("batch_norm: expected at least one row");
  const Array<T> means = array_of(pool, all.mean), squares = array_of(pool, all.square);
  const Array<int> offset = array_of(pool, all.offset);
  put_together(means.data(), squares.data(),
               {all.rows(), offset.data(), static_cast<std::int64_t>(ranks->size())});
  return all.rows();
}

/// Of one rank's sums those of all.
template <typename T>
void sum_over_ranks(Communicator& ranks, Pool& pool, T* sums, std::int64_t count) {
  const Backend backend = pool.backend();
  if (backend == Backend::cuda) {
    const auto size = static_cast<std::size_t>(count);
    const Array<T> all(pool, ranks.size() * size);
    if (ranks.gather_on_device(sums, size * sizeof(T), all.data())) {
      const auto rows = static_cast<std::int64_t>(ranks.size());
      for_each_tile<T>(backend, 1, count,
                       kernel::SumRows<T>{all.data(), rows, count, T(1), sums, false}, rows);
      return;
    }
  }
  std::vector<T> values = on_host(backend, sums, count);
  ranks.sum(values.data(), values.size());
  copy_to_backend(backend, sums, values.data(), values.size() * sizeof(T));
}

} // namespace

template <typename T>
Var batch_norm(Tape<T>& tape, Var x, Var gamma, Var beta, RunningStatistics<T> running,
               NormOptions options, Var residual) {
  const std::int64_t n = tape.rows(x), columns = tape.columns(x);
  check_shape(tape, gamma, 1, columns, "batch_norm: gamma");
  check_shape(tape, beta, 1, columns, "batch_norm: beta");
  if (residual.exists()) check_shape(tape, residual, n, columns, "batch_norm: residual");
  if (options.training && n == 0 && communicator() == nullptr)
    throw ArgumentError("batch_norm: expected at least one row");
  T* const mean = tape.keep(2 * columns);
  T* const inverse = mean + columns;
  const std::int64_t rows =
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
    // Beta and gamma have this rank's share: the gradients of the parameters are added later.
    if (Communicator* const ranks = communicator(); ranks != nullptr && options.training)
      sum_over_ranks(*ranks, pool, sum_d, 2 * columns); // sum_dx lies behind it
    if (back.wants_grad(x)) {
      const auto target = back.write_grad(x);
      for_each_tile<T>(pool.backend(), n, columns,
                       kernel::NormaliseBack<T>{through, options.training ? sum_d : nullptr, sum_dx,
                                                rows > 0 ? T(1) / static_cast<T>(rows) : T(0),
                                                target.to.data, target.add});
    }
    if (residual.exists() && back.wants_grad(residual)) back.hand_grad(y, residual);
  });
  return y;
}

template Var batch_norm(Tape<float>&, Var, Var, Var, RunningStatistics<float>, NormOptions, Var);
template Var batch_norm(Tape<double>&, Var, Var, Var, RunningStatistics<double>, NormOptions, Var);

} // namespace canon::nn
