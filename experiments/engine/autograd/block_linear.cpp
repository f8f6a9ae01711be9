#include "autograd/block_linear.hpp"

#include "autograd/check.hpp"
#include "device/gemm.hpp"

namespace canon::nn {

template <typename T>
Var block_linear(Tape<T>& tape, Var x, Var weight, std::int64_t blocks) {
  const std::int64_t n = tape.rows(x), in = tape.columns(x), b = tape.columns(weight);
  if (blocks < 1 || in % blocks != 0)
    throw ArgumentError("block_linear: expected blocks that divide the width " +
                        std::to_string(in) + ", got " + std::to_string(blocks));
  check_equal(tape.rows(weight), in, "block_linear: rows of the weight");
  const std::int64_t a = in / blocks, out = blocks * b;
  const Var y = tape.make(n, out);
  for (std::int64_t i = 0; i < blocks; ++i)
    gemm(tape.pool(), n, b, a, Operand<T>{tape.value(x).data + i * a, in},
         Operand<T>{tape.value(weight).data + i * a * b, b}, tape.value(y).data + i * b, out,
         false);

  tape.record({y}, {x, weight}, [=](Tape<T>& back) {
    const T* const dy = back.grad(y).data;
    if (back.wants_grad(weight)) {
      const auto target = back.write_grad(weight);
      for (std::int64_t i = 0; i < blocks; ++i)
        gemm(back.pool(), a, b, n, Operand<T>{back.value(x).data + i * a, in, true},
             Operand<T>{dy + i * b, out}, target.to.data + i * a * b, b, target.add);
    }
    if (back.wants_grad(x)) {
      const auto target = back.write_grad(x);
      for (std::int64_t i = 0; i < blocks; ++i)
        gemm(back.pool(), n, a, b, Operand<T>{dy + i * b, out},
             Operand<T>{back.value(weight).data + i * a * b, b, true}, target.to.data + i * a, in,
             target.add);
    }
  });
  return y;
}

template Var block_linear(Tape<float>&, Var, Var, std::int64_t);
template Var block_linear(Tape<double>&, Var, Var, std::int64_t);

} // namespace canon::nn
