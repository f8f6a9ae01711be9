#include "autograd/pair_product.hpp"

#include "autograd/check.hpp"
#include "kernels/pair_product.hpp"

namespace canon::nn {
namespace {

PairRows rows_of(const PairIndex& pairs) {
  return {pairs.row, pairs.first, pairs.end};
}

/// How much work an element of a node's row is, to choose the threads: about its pairs, squared.
std::int64_t work(const PairIndex& pairs) {
  const std::int64_t each = pairs.nodes > 0 ? pairs.pairs / pairs.nodes : 0;
  return each * each;
}

} // namespace

template <typename T>
Var pair_start(Tape<T>& tape, const PairIndex& pairs, const Pick& colours) {
  check_equal(colours.count, pairs.nodes, "pair_start: nodes");
  const Var x = tape.make(pairs.pairs, 1 + colours.rows);
  for_each_item(
      tape.backend(), pairs.nodes,
      PairStart<T>{rows_of(pairs), pairs.edge, colours.index, colours.rows, tape.value(x).data},
      64);
  return x;
}

template <typename T>
Var pair_product(Tape<T>& tape, Var a, Var b, const PairIndex& pairs) {
  const std::int64_t channels = tape.columns(a);
  check_shape(tape, a, pairs.pairs, channels, "pair_product: left");
  check_shape(tape, b, pairs.pairs, channels, "pair_product: right");
  const Var y = tape.make(pairs.pairs, channels);
  const auto multiply = [pairs, channels](Backend backend, PairProductPart part, const T* left,
                                          const T* right, T* to, bool add) {
    for_each_tile<T>(backend, pairs.nodes, channels,
                     PairProduct<T>{rows_of(pairs), part, left, right, channels, to, add},
                     work(pairs));
  };
  multiply(tape.backend(), PairProductPart::product, tape.value(a).data, tape.value(b).data,
           tape.value(y).data, false);
  tape.record({y}, {a, b}, [=](Tape<T>& back) {
    if (back.wants_grad(a)) {
      const auto target = back.write_grad(a);
      multiply(back.backend(), PairProductPart::left, back.grad(y).data, back.value(b).data,
               target.to.data, target.add);
    }
    if (back.wants_grad(b)) {
      const auto target = back.write_grad(b);
      multiply(back.backend(), PairProductPart::right, back.value(a).data, back.grad(y).data,
               target.to.data, target.add);
    }
  });
  return y;
}

template <typename T>
Var pair_sums(Tape<T>& tape, Var x, const PairIndex& pairs) {
  const std::int64_t channels = tape.columns(x);
  check_shape(tape, x, pairs.pairs, channels, "pair_sums");
  const Var y = tape.make(pairs.nodes, 2 * channels);
  const std::int64_t each = pairs.nodes > 0 ? pairs.pairs / pairs.nodes : 0;
  for_each_tile<T>(tape.backend(), pairs.nodes, channels,
                   PairSums<T>{rows_of(pairs), tape.value(x).data, channels, tape.value(y).data},
                   each);
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    for_each_tile<T>(
        back.backend(), pairs.nodes, channels,
        PairSumsBack<T>{rows_of(pairs), back.grad(y).data, channels, target.to.data, target.add},
        each);
  });
  return y;
}

#define CANON_INSTANTIATE(T)                                                                       \
  template Var pair_start(Tape<T>&, const PairIndex&, const Pick&);                                \
  template Var pair_product(Tape<T>&, Var, Var, const PairIndex&);                                 \
  template Var pair_sums(Tape<T>&, Var, const PairIndex&);
CANON_INSTANTIATE(float)
CANON_INSTANTIATE(double)
#undef CANON_INSTANTIATE

} // namespace canon::nn
