#include "autograd/linear.hpp"

#include "autograd/check.hpp"
#include "autograd/linear_gradients.hpp"
#include "device/gemm.hpp"

namespace canon::nn {

namespace {

template <typename T>
Var linear_map(Tape<T>& tape, Var x, Var weight, Var bias, bool relu) {
  const std::int64_t n = tape.rows(x), in = tape.columns(x), out = tape.columns(weight);
  check_shape(tape, weight, in, out, "linear: weight");
  if (bias.exists()) check_shape(tape, bias, 1, out, "linear: bias");
  const Var y = tape.make(n, out);
  const Operand<T> left{tape.value(x).data, in}, right{tape.value(weight).data, out};
  if (bias.exists())
    gemm_with_bias(tape.pool(), n, out, in, left, right,
                   static_cast<const T*>(tape.value(bias).data), tape.value(y).data, out, relu);
  else
    gemm(tape.pool(), n, out, in, left, right, tape.value(y).data, out, false);
  if (!relu) tape.allow_reuse(y); // the gradients below come from x and the weight alone

  tape.record({y}, {x, weight, bias}, [=](Tape<T>& back) {
    linear_gradients(back.pool(), back.value(x), back.value(weight), back.grad(y),
                     gradient_of(back, x), gradient_of(back, weight), gradient_of(back, bias),
                     relu ? static_cast<const T*>(back.value(y).data) : nullptr);
  });
  return y;
}

} // namespace

template <typename T>
Var linear(Tape<T>& tape, Var x, Var weight, Var bias) {
  return linear_map(tape, x, weight, bias, false);
}

template <typename T>
Var linear_relu(Tape<T>& tape, Var x, Var weight, Var bias) {
  return linear_map(tape, x, weight, bias, true);
}

template Var linear(Tape<float>&, Var, Var, Var);
template Var linear(Tape<double>&, Var, Var, Var);
template Var linear_relu(Tape<float>&, Var, Var, Var);
template Var linear_relu(Tape<double>&, Var, Var, Var);

} // namespace canon::nn
