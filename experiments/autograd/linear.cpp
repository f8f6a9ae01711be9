#include "autograd/linear.hpp"

#include "autograd/check.hpp"
#include "device/gemm.hpp"
#include "device/launch.hpp"
#include "kernels/columns.hpp"

namespace canon::nn {

template <typename T>
Var linear(Tape<T>& tape, Var x, Var weight, Var bias) {
  const std::int64_t n = tape.rows(x), in = tape.columns(x), out = tape.columns(weight);
  check_shape(tape, weight, in, out, "linear: weight");
  if (bias.exists()) check_shape(tape, bias, 1, out, "linear: bias");
  const Var y = tape.make(n, out);
  const Operand<T> left{tape.value(x).data, in}, right{tape.value(weight).data, out};
  if (bias.exists())
    gemm_with_bias(tape.pool(), n, out, in, left, right,
                   static_cast<const T*>(tape.value(bias).data), tape.value(y).data, out);
  else
    gemm(tape.pool(), n, out, in, left, right, tape.value(y).data, out, false);
  tape.allow_reuse(y); // the gradients below come from x and the weight alone

  tape.record({y}, {x, weight, bias}, [=](Tape<T>& back) {
    const Operand<T> dy{back.grad(y).data, out};
    if (bias.exists() && back.wants_grad(bias)) {
      const auto target = back.write_grad(bias);
      sum_rows(back.pool(), back.grad(y), target.to.data, target.add);
    }
    if (back.wants_grad(weight)) {
      const auto target = back.write_grad(weight);
      gemm(back.pool(), in, out, n, Operand<T>{back.value(x).data, in, true}, dy, target.to.data,
           out, target.add);
    }
    if (back.wants_grad(x)) {
      const auto target = back.write_grad(x);
      gemm(back.pool(), n, in, out, dy, Operand<T>{back.value(weight).data, out, true},
           target.to.data, in, target.add);
    }
  });
  return y;
}

template Var linear(Tape<float>&, Var, Var, Var);
template Var linear(Tape<double>&, Var, Var, Var);

} // namespace canon::nn
