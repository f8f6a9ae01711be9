#include "autograd/segment_softmax.hpp"

#include "autograd/check.hpp"
#include "kernels/segment_softmax.hpp"

namespace canon::nn {

template <typename T>
Var segment_softmax(Tape<T>& tape, Var x, const Segments& segments, Matrix<const T> prior) {
  check_equal(tape.rows(x), segments.items, "segment_softmax: items");
  if (prior.data != nullptr)
    check_equal(prior.size(), segments.items, "segment_softmax: items of the prior");
  const std::int64_t d = tape.columns(x);
  const Var y = tape.make(segments.items, d);
  for_each_tile<T>(
      tape.backend(), segments.count, d,
      SegmentSoftmax<T>{tape.value(x).data, segments.offset, prior.data, d, tape.value(y).data},
      64);
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    for_each_tile<T>(back.backend(), segments.count, d,
                     SegmentSoftmaxBack<T>{back.value(y).data, back.grad(y).data, segments.offset,
                                           d, target.to.data, target.add},
                     16);
  });
  return y;
}

template Var segment_softmax(Tape<float>&, Var, const Segments&, Matrix<const float>);
template Var segment_softmax(Tape<double>&, Var, const Segments&, Matrix<const double>);

} // namespace canon::nn
