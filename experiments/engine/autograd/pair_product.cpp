#include "autograd/pair_product.hpp"

#include "autograd/check.hpp"
#include "kernels/pair_product.hpp"

namespace canon::nn {

template <typename T>
Var pair_product(Tape<T>& tape, Var a, Var b, const PairIndex& pairs) {
  const std::int64_t columns = tape.columns(a);
  check_shape(tape, a, pairs.pairs, columns, "pair_product: left");
  check_shape(tape, b, pairs.pairs, columns, "pair_product: right");
  const std::int64_t each = pairs.nodes > 0 ? pairs.pairs / pairs.nodes : 0; // nodes of a graph
  const auto multiply = [=](Backend backend, const T* x, const T* z, bool x_transposed,
                            bool z_transposed, T* y, bool add) {
    for_each_tile<T>(backend, pairs.nodes, columns,
                     kernel::MultiplyPairs<T>{x, z, x_transposed, z_transposed, pairs.row,
                                              pairs.first, pairs.end, columns, y, add},
                     each * each + 1);
  };
  const Var y = tape.make(pairs.pairs, columns);
  multiply(tape.backend(), tape.value(a).data, tape.value(b).data, false, false, tape.value(y).data,
           false);
  tape.record({y}, {a, b}, [=](Tape<T>& back) {
    const T* const dy = back.grad(y).data;
    if (back.wants_grad(a)) {
      const auto target = back.write_grad(a);
      multiply(back.backend(), dy, back.value(b).data, false, true, target.to.data, target.add);
    }
    if (back.wants_grad(b)) {
      const auto target = back.write_grad(b);
      multiply(back.backend(), back.value(a).data, dy, true, false, target.to.data, target.add);
    }
  });
  return y;
}

template <typename T>
Var pair_input(Tape<T>& tape, Var x, const PairIndex& pairs, const EdgeIndex& all) {
  const std::int64_t columns = tape.columns(x);
  check_equal(tape.rows(x), pairs.nodes, "pair_input: nodes");
  const Var y = tape.make(pairs.pairs, columns + 1);
  for_each_item(tape.backend(), pairs.pairs * (columns + 1),
                kernel::PlaceOnDiagonal<T>{tape.value(x).data, all.head, all.tail, pairs.edge,
                                           columns, tape.value(y).data});
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    for_each_tile<T>(back.backend(), pairs.nodes, columns,
                     kernel::TakeDiagonal<T>{back.grad(y).data, pairs.row, pairs.first, columns, 1,
                                             target.to.data, target.add});
  });
  return y;
}

template <typename T>
Var pair_diagonal(Tape<T>& tape, Var x, const PairIndex& pairs, const EdgeIndex& all) {
  const std::int64_t columns = tape.columns(x);
  check_equal(tape.rows(x), pairs.pairs, "pair_diagonal: pairs");
  const Var y = tape.make(pairs.nodes, columns);
  for_each_tile<T>(tape.backend(), pairs.nodes, columns,
                   kernel::TakeDiagonal<T>{tape.value(x).data, pairs.row, pairs.first, columns, 0,
                                           tape.value(y).data, false});
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    for_each_tile<T>(back.backend(), pairs.pairs, columns,
                     kernel::SpreadDiagonal<T>{back.grad(y).data, all.head, all.tail, columns,
                                               target.to.data, target.add});
  });
  return y;
}

#define CANON_INSTANTIATE(T)                                                                       \
  template Var pair_product(Tape<T>&, Var, Var, const PairIndex&);                                 \
  template Var pair_input(Tape<T>&, Var, const PairIndex&, const EdgeIndex&);                      \
  template Var pair_diagonal(Tape<T>&, Var, const PairIndex&, const EdgeIndex&);
CANON_INSTANTIATE(float)
CANON_INSTANTIATE(double)
#undef CANON_INSTANTIATE

} // namespace canon::nn
