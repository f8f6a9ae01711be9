#include "autograd/loss.hpp"

#include "autograd/check.hpp"
#include "kernels/loss.hpp"

namespace canon::nn {
namespace {

/// The mean of `count` numbers as a 1 x 1 matrix.
template <typename T>
void mean_of(Tape<T>& tape, T* values, std::int64_t count, Var to) {
  const std::int64_t blocks = row_blocks(count);
  const Array<T> partial(tape.pool(), static_cast<std::size_t>(blocks));
  for_each_tile<T>(tape.backend(), blocks, 1, SumBlocks<T>{values, count, 1, partial.data()});
  for_each_tile<T>(tape.backend(), 1, 1,
                   SumRows<T>{partial.data(), blocks, 1, T(1) / static_cast<T>(count),
                              tape.value(to).data, false});
}

} // namespace

template <typename T>
Var l1_loss(Tape<T>& tape, Var x, Matrix<const T> target) {
  check_shape(tape, x, target.rows, target.columns, "l1_loss: prediction");
  const std::int64_t count = target.size();
  if (count == 0) throw DimensionError("l1_loss: expected at least one prediction");
  const Array<T> each(tape.pool(), static_cast<std::size_t>(count));
  for_each_element<T>(tape.backend(), count,
                      AbsoluteError<T>{tape.value(x).data, target.data, each.data()});
  const Var y = tape.make(1, 1);
  mean_of(tape, each.data(), count, y);
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto to = back.write_grad(x);
    for_each_element<T>(back.backend(), count,
                        AbsoluteErrorBack<T>{back.value(x).data, target.data, back.grad(y).data,
                                             T(1) / static_cast<T>(count), to.to.data, to.add});
  });
  return y;
}

template Var l1_loss(Tape<float>&, Var, Matrix<const float>);
template Var l1_loss(Tape<double>&, Var, Matrix<const double>);

} // namespace canon::nn
