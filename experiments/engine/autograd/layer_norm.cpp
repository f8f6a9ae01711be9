#include "autograd/layer_norm.hpp"

#include "autograd/check.hpp"
#include "autograd/linear_gradients.hpp"
#include "kernels/layer_norm.hpp"

namespace canon::nn {

template <typename T>
Var layer_norm(Tape<T>& tape, Var x, Var gamma, Var beta, T eps) {
  const std::int64_t n = tape.rows(x), d = tape.columns(x);
  check_shape(tape, gamma, 1, d, "layer_norm: gamma");
  check_shape(tape, beta, 1, d, "layer_norm: beta");
  T* const mean = tape.keep(2 * n);
  T* const inverse = mean + n;
  const Var y = tape.make(n, d);
  for_each_row(tape.backend(), n,
               kernel::LayerNorm<T>{tape.value(x).data, tape.value(gamma).data,
                                    tape.value(beta).data, d, eps, mean, inverse,
                                    tape.value(y).data},
               d);
  tape.record({y}, {x, gamma, beta}, [=](Tape<T>& back) {
    Pool& pool = back.pool();
    if (back.wants_grad(gamma) || back.wants_grad(beta)) {
      const std::int64_t blocks = kernel::row_blocks(n);
      const Array<T> partial(pool, static_cast<std::size_t>(2 * blocks * d));
      T* const block_dx = partial.data() + blocks * d;
      for_each_tile<T>(pool.backend(), blocks, d,
                       kernel::LayerNormSums<T>{back.value(x).data, mean, inverse,
                                                back.grad(y).data, n, d, partial.data(), block_dx},
                       kernel::rows_per_block);
      const Gradient<T> d_beta = gradient_of(back, beta), d_gamma = gradient_of(back, gamma);
      for_each_tile<T>(pool.backend(), 1, d,
                       kernel::NormTotals<T>{partial.data(), block_dx, blocks, d, nullptr, nullptr,
                                             d_beta.to, d_gamma.to, d_beta.add, d_gamma.add},
                       blocks);
    }
    if (back.wants_grad(x)) {
      const auto target = back.write_grad(x);
      for_each_row(pool.backend(), n,
                   kernel::LayerNormBack<T>{back.value(x).data, back.value(gamma).data, mean,
                                            inverse, back.grad(y).data, d, target.to.data,
                                            target.add},
                   d);
    }
  });
  return y;
}

template Var layer_norm(Tape<float>&, Var, Var, Var, float);
template Var layer_norm(Tape<double>&, Var, Var, Var, double);

} // namespace canon::nn
