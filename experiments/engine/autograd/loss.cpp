#include "autograd/loss.hpp"

#include "autograd/check.hpp"
#include "kernels/loss.hpp"

namespace canon::nn {
namespace {

/// The mean of `count` numbers as a 1 x 1 matrix.
template <typename T>
void mean_of(Tape<T>& tape, T* values, std::int64_t count, Var to) {
  const T share = T(1) / static_cast<T>(count);
  if (tape.backend() == Backend::cuda && count <= kernel::rows_of_one_fold) {
    for_each_tile<T>(tape.backend(), 1, 1,
                     kernel::SumRows<T>{values, count, 1, share, tape.value(to).data, false});
    return;
  }
  const std::int64_t blocks = kernel::row_blocks(count);
  const Array<T> partial(tape.pool(), static_cast<std::size_t>(blocks));
  for_each_tile<T>(tape.backend(), blocks, 1,
                   kernel::SumBlocks<T>{values, count, 1, partial.data()});
  for_each_tile<T>(
      tape.backend(), 1, 1,
      kernel::SumRows<T>{partial.data(), blocks, 1, share, tape.value(to).data, false});
}

} // namespace

template <typename T>
Var l1_loss(Tape<T>& tape, Var x, Matrix<const T> target) {
  check_shape(tape, x, target.rows, target.columns, "l1_loss: prediction");
  const std::int64_t count = target.size();
  if (count == 0) throw ArgumentError("l1_loss: expected at least one prediction");
  const Array<T> each(tape.pool(), static_cast<std::size_t>(count));
  for_each_element<T>(tape.backend(), count,
                      kernel::AbsoluteError<T>{tape.value(x).data, target.data, each.data()});
  const Var y = tape.make(1, 1);
  mean_of(tape, each.data(), count, y);
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto to = back.write_grad(x);
    for_each_element<T>(
        back.backend(), count,
        kernel::AbsoluteErrorBack<T>{back.value(x).data, target.data, back.grad(y).data,
                                     T(1) / static_cast<T>(count), to.to.data, to.add});
  });
  return y;
}

template <typename T>
Var cross_entropy(Tape<T>& tape, Var logits, const int* labels,
                  const std::vector<int>& host_labels) {
  const std::int64_t n = tape.rows(logits), classes = tape.columns(logits);
  check_equal(static_cast<std::int64_t>(host_labels.size()), n, "cross_entropy: labels");
  if (n == 0) throw ArgumentError("cross_entropy: expected at least one row");
  for (const int label : host_labels)
    if (label < 0 || label >= classes)
      throw ArgumentError("cross_entropy: expected a label in [0, " + std::to_string(classes) +
                          "), got " + std::to_string(label));
  T* const largest = tape.keep(2 * n);
  T* const inverse = largest + n;
  const Array<T> each(tape.pool(), static_cast<std::size_t>(n));
  for_each_row(tape.backend(), n,
               kernel::CrossEntropy<T>{tape.value(logits).data, labels, classes, largest, inverse,
                                       each.data()},
               8 * classes);
  const Var y = tape.make(1, 1);
  mean_of(tape, each.data(), n, y);
  tape.record({y}, {logits}, [=](Tape<T>& back) {
    const auto to = back.write_grad(logits);
    for_each_tile<T>(back.backend(), n, classes,
                     kernel::CrossEntropyBack<T>{back.value(logits).data, labels, largest, inverse,
                                                 back.grad(y).data, T(1) / static_cast<T>(n),
                                                 classes, to.to.data, to.add});
  });
  return y;
}

template <typename T>
Var masked_bce(Tape<T>& tape, Var logits, Matrix<const T> target) {
  check_shape(tape, logits, target.rows, target.columns, "masked_bce: logits");
  const std::int64_t count = target.size(), blocks = kernel::row_blocks(count);
  const Array<T> each(tape.pool(), static_cast<std::size_t>(2 * (count + blocks)));
  T* const there = each.data() + count;
  T* const partial = there + count;
  T* const inverse = tape.keep(1);
  for_each_element<T>(
      tape.backend(), count,
      kernel::MaskedBce<T>{tape.value(logits).data, target.data, each.data(), there});
  for_each_tile<T>(tape.backend(), blocks, 1, kernel::SumBlocks<T>{each.data(), count, 1, partial});
  for_each_tile<T>(tape.backend(), blocks, 1,
                   kernel::SumBlocks<T>{there, count, 1, partial + blocks});
  const Var y = tape.make(1, 1);
  for_each_item(
      tape.backend(), 1,
      kernel::MaskedMean<T>{partial, partial + blocks, blocks, tape.value(y).data, inverse});
  tape.record({y}, {logits}, [=](Tape<T>& back) {
    const auto to = back.write_grad(logits);
    for_each_element<T>(back.backend(), count,
                        kernel::MaskedBceBack<T>{back.value(logits).data, target.data,
                                                 back.grad(y).data, inverse, to.to.data, to.add});
  });
  return y;
}

#define CANON_INSTANTIATE(T)                                                                       \
  template Var l1_loss(Tape<T>&, Var, Matrix<const T>);                                            \
  template Var cross_entropy(Tape<T>&, Var, const int*, const std::vector<int>&);                  \
  template Var masked_bce(Tape<T>&, Var, Matrix<const T>);
CANON_INSTANTIATE(float)
CANON_INSTANTIATE(double)
#undef CANON_INSTANTIATE

} // namespace canon::nn
