#include "autograd/arithmetic.hpp"

#include "autograd/check.hpp"
#include "kernels/broadcast.hpp"
#include "kernels/elementwise.hpp"
#include "kernels/rows.hpp"

namespace canon::nn {
namespace {

/// to's gradient (+)= factor * that of y
template <typename T>
void give_scaled(Tape<T>& back, Var y, T factor, Var to) {
  const auto target = back.write_grad(to);
  for_each_element<T>(back.backend(), target.to.size(),
                      Scale<T>{factor, back.grad(y).data, target.to.data, target.add});
}

/// a + sign b
template <typename T>
Var combine(Tape<T>& tape, Var a, Var b, T sign, const char* what) {
  check_shape(tape, b, tape.rows(a), tape.columns(a), what);
  const Var y = tape.make(tape.rows(a), tape.columns(a));
  for_each_element<T>(
      tape.backend(), tape.value(y).size(),
      Combine<T>{T(1), tape.value(a).data, sign, tape.value(b).data, tape.value(y).data});
  tape.record({y}, {a, b}, [=](Tape<T>& back) {
    // The memory of the gradient goes on to whoever has none yet; who has, is added to first.
    const bool to_b_last =
        sign > T(0) && back.wants_grad(b) && (!back.wants_grad(a) || back.has_grad(a));
    const Var first = to_b_last ? a : b, last = to_b_last ? b : a;
    if (back.wants_grad(first)) give_scaled(back, y, to_b_last ? T(1) : sign, first);
    if (back.wants_grad(last)) back.hand_grad(y, last);
  });
  return y;
}

/// to (+)= the sum over the rows of x * y
template <typename T>
void sum_products(Pool& pool, Matrix<T> x, const T* y, T* to, bool add) {
  const std::int64_t blocks = row_blocks(x.rows);
  const Array<T> partial(pool, static_cast<std::size_t>(blocks * x.columns));
  for_each_tile<T>(pool.backend(), blocks, x.columns,
                   SumProductBlocks<T>{x.data, y, x.rows, x.columns, partial.data()},
                   rows_per_block);
  for_each_tile<T>(pool.backend(), 1, x.columns,
                   SumRows<T>{partial.data(), blocks, x.columns, T(1), to, add}, blocks);
}

} // namespace

template <typename T>
Var add(Tape<T>& tape, Var a, Var b) {
  return combine(tape, a, b, T(1), "add: second matrix");
}

template <typename T>
Var subtract(Tape<T>& tape, Var a, Var b) {
  return combine(tape, a, b, T(-1), "subtract: second matrix");
}

template <typename T>
Var multiply(Tape<T>& tape, Var a, Var b) {
  check_shape(tape, b, tape.rows(a), tape.columns(a), "multiply: second matrix");
  const Var y = tape.make(tape.rows(a), tape.columns(a));
  for_each_element<T>(
      tape.backend(), tape.value(y).size(),
      Multiply<T>{tape.value(a).data, tape.value(b).data, tape.value(y).data, false});
  tape.record({y}, {a, b}, [=](Tape<T>& back) {
    const auto give = [&](Var to, Var other) {
      if (!back.wants_grad(to)) return;
      const auto target = back.write_grad(to);
      for_each_element<T>(
          back.backend(), target.to.size(),
          Multiply<T>{back.grad(y).data, back.value(other).data, target.to.data, target.add});
    };
    give(a, b);
    give(b, a);
  });
  return y;
}

template <typename T>
Var scale(Tape<T>& tape, Var x, T factor) {
  const Var y = tape.make(tape.rows(x), tape.columns(x));
  for_each_element<T>(tape.backend(), tape.value(y).size(),
                      Scale<T>{factor, tape.value(x).data, tape.value(y).data, false});
  tape.record({y}, {x}, [=](Tape<T>& back) { give_scaled(back, y, factor, x); });
  return y;
}

template <typename T>
Var add_bias(Tape<T>& tape, Var x, Var row) {
  const std::int64_t n = tape.rows(x), d = tape.columns(x);
  check_shape(tape, row, 1, d, "add_bias: row");
  const Var y = tape.make(n, d);
  for_each_tile<T>(tape.backend(), n, d,
                   AddRow<T>{tape.value(x).data, tape.value(row).data, d, tape.value(y).data});
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
Var multiply_row(Tape<T>& tape, Var x, Var row) {
  const std::int64_t n = tape.rows(x), d = tape.columns(x);
  check_shape(tape, row, 1, d, "multiply_row: row");
  const Var y = tape.make(n, d);
  for_each_tile<T>(
      tape.backend(), n, d,
      MultiplyRow<T>{tape.value(x).data, tape.value(row).data, d, tape.value(y).data, false});
  tape.record({y}, {x, row}, [=](Tape<T>& back) {
    if (back.wants_grad(row)) {
      const auto target = back.write_grad(row);
      sum_products<T>(back.pool(), back.grad(y), back.value(x).data, target.to.data, target.add);
    }
    if (back.wants_grad(x)) {
      const auto target = back.write_grad(x);
      for_each_tile<T>(
          back.backend(), n, d,
          MultiplyRow<T>{back.grad(y).data, back.value(row).data, d, target.to.data, target.add});
    }
  });
  return y;
}

template <typename T>
Var multiply_column(Tape<T>& tape, Var x, Var column) {
  const std::int64_t n = tape.rows(x), d = tape.columns(x);
  check_shape(tape, column, n, 1, "multiply_column: column");
  const Var y = tape.make(n, d);
  for_each_tile<T>(
      tape.backend(), n, d,
      MultiplyColumn<T>{tape.value(x).data, tape.value(column).data, d, tape.value(y).data, false});
  tape.record({y}, {x, column}, [=](Tape<T>& back) {
    if (back.wants_grad(column)) {
      const auto target = back.write_grad(column);
      for_each_item(back.backend(), n,
                    DotRows<T>{back.grad(y).data, nullptr, back.value(x).data, nullptr, d,
                               target.to.data, target.add},
                    d);
    }
    if (back.wants_grad(x)) {
      const auto target = back.write_grad(x);
      for_each_tile<T>(back.backend(), n, d,
                       MultiplyColumn<T>{back.grad(y).data, back.value(column).data, d,
                                         target.to.data, target.add});
    }
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
        CopyColumns<T>{tape.value(part).data, width, tape.value(y).data + from, d, false});
    from += width;
  }
  tape.record({y}, parts, [=](Tape<T>& back) {
    std::int64_t first = 0;
    for (const Var part : parts) {
      const std::int64_t width = back.columns(part);
      if (back.wants_grad(part)) {
        const auto target = back.write_grad(part);
        for_each_tile<T>(
            back.backend(), n, width,
            CopyColumns<T>{back.grad(y).data + first, d, target.to.data, width, target.add});
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
  for_each_tile<T>(tape.backend(), n, count,
                   CopyColumns<T>{tape.value(x).data + from, d, tape.value(y).data, count, false});
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    if (!target.add)
      for_each_element<T>(back.backend(), target.to.size(), Fill<T>{target.to.data, T(0)});
    for_each_tile<T>(back.backend(), n, count,
                     CopyColumns<T>{back.grad(y).data, count, target.to.data + from, d, true});
  });
  return y;
}

#define CANON_INSTANTIATE(T)                                                                       \
  template Var add(Tape<T>&, Var, Var);                                                            \
  template Var subtract(Tape<T>&, Var, Var);                                                       \
  template Var multiply(Tape<T>&, Var, Var);                                                       \
  template Var scale(Tape<T>&, Var, T);                                                            \
  template Var add_bias(Tape<T>&, Var, Var);                                                       \
  template Var multiply_row(Tape<T>&, Var, Var);                                                   \
  template Var multiply_column(Tape<T>&, Var, Var);                                                \
  template Var concat_columns(Tape<T>&, const std::vector<Var>&);                                  \
  template Var columns(Tape<T>&, Var, std::int64_t, std::int64_t);
CANON_INSTANTIATE(float)
CANON_INSTANTIATE(double)
#undef CANON_INSTANTIATE

} // namespace canon::nn
