#include "autograd/segment_statistics.hpp"

#include "autograd/check.hpp"
#include "kernels/segment_statistics.hpp"

namespace canon::nn {
namespace {

enum class Wanted { most, least, deviation, all };

/// The places of the wanted statistics of d columns in a matrix that begins at `data`.
template <typename T>
Statistics<T> places(Wanted wanted, T* data, std::int64_t d) {
  Statistics<T> at;
  at.stride = d;
  switch (wanted) {
  case Wanted::most:
    at.most = data;
    break;
  case Wanted::least:
    at.least = data;
    break;
  case Wanted::deviation:
    at.deviation = data;
    break;
  case Wanted::all:
    at = {data, data + d, data + 2 * d, data + 3 * d, 4 * d};
    break;
  }
  return at;
}

template <typename T>
Var statistics(Tape<T>& tape, Var x, const Segments& segments, Wanted wanted) {
  check_equal(tape.rows(x), segments.items, "segment statistics: items");
  const std::int64_t d = tape.columns(x);
  const Var y = tape.make(segments.count, wanted == Wanted::all ? 4 * d : d);
  for_each_tile<T>(tape.backend(), segments.count, d,
                   SegmentStatistics<T>{tape.value(x).data, segments.offset, d, T(deviation_eps),
                                        places(wanted, tape.value(y).data, d)},
                   8);
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    for_each_tile<T>(back.backend(), segments.count, d,
                     SegmentStatisticsBack<T>{back.value(x).data, segments.offset, d,
                                              places(wanted, back.value(y).data, d),
                                              places(wanted, back.grad(y).data, d), target.to.data,
                                              target.add},
                     8);
  });
  return y;
}

} // namespace

template <typename T>
Var segment_max(Tape<T>& tape, Var x, const Segments& segments) {
  return statistics(tape, x, segments, Wanted::most);
}

template <typename T>
Var segment_min(Tape<T>& tape, Var x, const Segments& segments) {
  return statistics(tape, x, segments, Wanted::least);
}

template <typename T>
Var segment_std(Tape<T>& tape, Var x, const Segments& segments) {
  return statistics(tape, x, segments, Wanted::deviation);
}

template <typename T>
Var segment_statistics(Tape<T>& tape, Var x, const Segments& segments) {
  return statistics(tape, x, segments, Wanted::all);
}

#define CANON_INSTANTIATE(T)                                                                       \
  template Var segment_max(Tape<T>&, Var, const Segments&);                                        \
  template Var segment_min(Tape<T>&, Var, const Segments&);                                        \
  template Var segment_std(Tape<T>&, Var, const Segments&);                                        \
  template Var segment_statistics(Tape<T>&, Var, const Segments&);
CANON_INSTANTIATE(float)
CANON_INSTANTIATE(double)
#undef CANON_INSTANTIATE

} // namespace canon::nn
