#include "autograd/arithmetic.hpp"

#include "autograd/check.hpp"
#include "kernels/broadcast.hpp"
#include "kernels/elementwise.hpp"

namespace canon::nn {
namespace {

/// to's gradient (+)= factor * that of y
template <typename T>
void give_scaled(Tape<T>& back, Var y, T factor, Var to) {
  const auto target = back.write_grad(to);
  for_each_element<T>(back.backend(), target.to.size(),
                      kernel::Scale<T>{factor, back.grad(y).data, target.to.data, target.add});
}

} // namespace

template <typename T>
Var add(Tape<T>& tape, Var a, Var b) {
  check_shape(tape, b, tape.rows(a), tape.columns(a), "add: second matrix");
  const Var y = tape.make(tape.rows(a), tape.columns(a));
  for_each_element<T>(tape.backend(), tape.value(y).size(),
                      kernel::Add<T>{tape.value(a).data, tape.value(b).data, tape.value(y).data});
  tape.record({y}, {a, b}, [=](Tape<T>& back) {
    // The memory of the gradient goes on to whoever has none yet; who has, is added to first.
    const bool to_b_last = back.wants_grad(b) && (!back.wants_grad(a) || back.has_grad(a));
    const Var first = to_b_last ? a : b, last = to_b_last ? b : a;
    if (back.wants_grad(first)) give_scaled(back, y, T(1), first);
    if (back.wants_grad(last)) back.hand_grad(y, last);
  });
  return y;
}

template <typename T>
Var scale(Tape<T>& tape, Var x, T factor) {
  const Var y = tape.make(tape.rows(x), tape.columns(x));
  for_each_element<T>(tape.backend(), tape.value(y).size(),
                      kernel::Scale<T>{factor, tape.value(x).data, tape.value(y).data, false});
  tape.record({y}, {x}, [=](Tape<T>& back) { give_scaled(back, y, factor, x); });
  return y;
}

template <typename T>
Var add_bias(Tape<T>& tape, Var x, Var row) {
  const std::int64_t n = tape.rows(x), d = tape.columns(x);
  check_shape(tape, row, 1, d, "add_bias: row");
  const Var y = tape.make(n, d);
  for_each_tile<T>(
      tape.backend(), n, d,
      kernel::AddRow<T>{tape.value(x).data, tape.value(row).data, d, tape.value(y).data});
  tape.record({y}, {x, row}, [=](Tape<T>& back) {
    if (back.wants_grad(row)) {
      const auto target = back.write_grad(row);
      sum_rows(back.pool(), back.grad(y), target.to.data, target.add);
    }
    if (back.wants_grad(x)) back.hand_grad(y, x);
  });
  return y;
}

template <typename T>
Var concat_columns(Tape<T>& tape, const std::vector<Var>& parts) {
  if (parts.empty()) throw ArgumentError("concat_columns: expected at least one matrix");
  const std::int64_t n = tape.rows(parts.front());
  std::int64_t d = 0;
  for (const Var part : parts) {
    check_equal(tape.rows(part), n, "concat_columns: rows");
    d += tape.columns(part);
  }
  const Var y = tape.make(n, d);
  std::int64_t from = 0;
  for (const Var part : parts) {
    const std::int64_t width = tape.columns(part);
    for_each_tile<T>(
        tape.backend(), n, width,
        kernel::CopyColumns<T>{tape.value(part).data, width, tape.value(y).data + from, d, false});
    from += width;
  }
  tape.record({y}, parts, [=](Tape<T>& back) {
    std::int64_t first = 0;
    for (const Var part : parts) {
      const std::int64_t width = back.columns(part);
      if (back.wants_grad(part)) {
        const auto target = back.write_grad(part);
        for_each_tile<T>(back.backend(), n, width,
                         kernel::CopyColumns<T>{back.grad(y).data + first, d, target.to.data, width,
                                                target.add});
      }
      first += width;
    }
  });
  return y;
}

template <typename T>
Var columns(Tape<T>& tape, Var x, std::int64_t from, std::int64_t count) {
  const std::int64_t n = tape.rows(x), d = tape.columns(x);
  if (from < 0 || count < 0 || from + count > d)
    throw ArgumentError("columns: expected a part of [0, " + std::to_string(d) + "), got [" +
                        std::to_string(from) + ", " + std::to_string(from + count) + ")");
  const Var y = tape.make(n, count);
  for_each_tile<T>(
      tape.backend(), n, count,
      kernel::CopyColumns<T>{tape.value(x).data + from, d, tape.value(y).data, count, false});
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    if (!target.add)
      for_each_element<T>(back.backend(), target.to.size(), kernel::Fill<T>{target.to.data, T(0)});
    for_each_tile<T>(
        back.backend(), n, count,
        kernel::CopyColumns<T>{back.grad(y).data, count, target.to.data + from, d, true});
  });
  return y;
}

#define CANON_INSTANTIATE(T)                                                                       \
  template Var add(Tape<T>&, Var, Var);                                                            \
  template Var scale(Tape<T>&, Var, T);                                                            \
  template Var add_bias(Tape<T>&, Var, Var);                                                       \
  template Var concat_columns(Tape<T>&, const std::vector<Var>&);                                  \
  template Var columns(Tape<T>&, Var, std::int64_t, std::int64_t);
CANON_INSTANTIATE(float)
CANON_INSTANTIATE(double)
#undef CANON_INSTANTIATE

} // namespace canon::nn
