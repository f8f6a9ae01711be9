#include "autograd/segment.hpp"

#include "autograd/check.hpp"
#include "kernels/segment.hpp"

namespace canon::nn {
namespace {

/// The gradient of what was picked from: each of its rows the sum over those who took it.
template <typename T>
void sum_taken(Pool& pool, const T* x, const Pick& pick, std::int64_t columns,
               typename Tape<T>::Target target) {
  // A device's thread should not add up more than a few dozen rows one after the other.
  const bool few = pick.count > 32 * pick.rows;
  if (pool.backend() != Backend::cuda || !few) {
    for_each_tile<T>(
        pool.backend(), pick.rows, columns,
        kernel::SumItems<T>{x, pick.offset, pick.taken, columns, false, target.to.data, target.add},
        4);
    return;
  }
  const std::int64_t pieces = (pick.count + 191) / 192;
  const Array<T> partial(pool, static_cast<std::size_t>(pick.rows * pieces * columns));
  for_each_tile<T>(
      pool.backend(), pick.rows * pieces, columns,
      kernel::SumItemPieces<T>{x, pick.offset, pick.taken, columns, pieces, partial.data()});
  for_each_tile<T>(
      pool.backend(), pick.rows, columns,
      kernel::SumPiecesOfRow<T>{partial.data(), columns, pieces, target.to.data, target.add});
}

} // namespace

template <typename T>
Var gather(Tape<T>& tape, Var x, const Pick& pick) {
  check_equal(tape.rows(x), pick.rows, "gather: rows");
  const std::int64_t columns = tape.columns(x);
  const Var y = tape.make(pick.count, columns);
  for_each_tile<T>(
      tape.backend(), pick.count, columns,
      kernel::PickRows<T>{tape.value(x).data, pick.index, columns, tape.value(y).data});
  tape.record({y}, {x}, [=](Tape<T>& back) {
    sum_taken<T>(back.pool(), back.grad(y).data, pick, columns, back.write_grad(x));
  });
  return y;
}

namespace {

template <typename T>
Var segment_total(Tape<T>& tape, Var x, const Segments& segments, bool mean) {
  check_equal(tape.rows(x), segments.items, "segment: items");
  const std::int64_t columns = tape.columns(x);
  const Var y = tape.make(segments.count, columns);
  for_each_tile<T>(tape.backend(), segments.count, columns,
                   kernel::SumItems<T>{tape.value(x).data, segments.offset, nullptr, columns, mean,
                                       tape.value(y).data, false},
                   4);
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    for_each_tile<T>(back.backend(), segments.items, columns,
                     kernel::SpreadItems<T>{back.grad(y).data, segments.owner, segments.offset,
                                            columns, mean, target.to.data, target.add});
  });
  return y;
}

} // namespace

template <typename T>
Var segment_sum(Tape<T>& tape, Var x, const Segments& segments) {
  return segment_total(tape, x, segments, false);
}

template <typename T>
Var segment_mean(Tape<T>& tape, Var x, const Segments& segments) {
  return segment_total(tape, x, segments, true);
}

template <typename T>
Var segment_max(Tape<T>& tape, Var x, const Segments& segments) {
  check_equal(tape.rows(x), segments.items, "segment_max: items");
  const std::int64_t columns = tape.columns(x);
  const Var y = tape.make(segments.count, columns);
  for_each_tile<T>(
      tape.backend(), segments.count, columns,
      kernel::LargestItems<T>{tape.value(x).data, segments.offset, columns, tape.value(y).data}, 8);
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    for_each_tile<T>(back.backend(), segments.count, columns,
                     kernel::LargestItemsBack<T>{back.value(x).data, back.value(y).data,
                                                 back.grad(y).data, segments.offset, columns,
                                                 target.to.data, target.add},
                     8);
  });
  return y;
}

#define CANON_INSTANTIATE(T)                                                                       \
  template Var gather(Tape<T>&, Var, const Pick&);                                                 \
  template Var segment_sum(Tape<T>&, Var, const Segments&);                                        \
  template Var segment_mean(Tape<T>&, Var, const Segments&);                                       \
  template Var segment_max(Tape<T>&, Var, const Segments&);
CANON_INSTANTIATE(float)
CANON_INSTANTIATE(double)
#undef CANON_INSTANTIATE

} // namespace canon::nn
