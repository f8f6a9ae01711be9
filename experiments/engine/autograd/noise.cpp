#include "autograd/noise.hpp"

#include "autograd/check.hpp"
#include "kernels/noise.hpp"

namespace canon::nn {
namespace {

/// `graph` is that of each row; null: one graph.
template <typename T>
Var flipped(Tape<T>& tape, Matrix<const T> x, const int* graph, std::uint64_t seed) {
  const Var y = tape.make(x.rows, x.columns);
  for_each_tile<T>(tape.backend(), x.rows, x.columns,
                   kernel::FlipColumns<T>{x.data, graph,
                                          kernel::random_key(seed, tape.next_number()), x.columns,
                                          tape.value(y).data},
                   4);
  return y;
}

} // namespace

template <typename T>
Var random_signs(Tape<T>& tape, Matrix<const T> x, const Segments& graph_nodes,
                 std::uint64_t seed) {
  check_equal(x.rows, graph_nodes.items, "random_signs: rows");
  return flipped(tape, x, graph_nodes.owner, seed);
}

template <typename T>
Var random_signs(Tape<T>& tape, Matrix<const T> x, std::uint64_t seed) {
  return flipped(tape, x, nullptr, seed);
}

template <typename T>
Var random_normal(Tape<T>& tape, std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
  const Var y = tape.make(rows, columns);
  for_each_item(
      tape.backend(), rows * columns,
      kernel::DrawNormal<T>{kernel::random_key(seed, tape.next_number()), tape.value(y).data}, 16);
  return y;
}

template <typename T>
Var one_hot(Tape<T>& tape, const Pick& pick) {
  const Var y = tape.make(pick.count, pick.rows);
  for_each_item(tape.backend(), pick.count * pick.rows,
                kernel::MarkIndex<T>{pick.index, pick.rows, tape.value(y).data});
  return y;
}

#define CANON_INSTANTIATE(T)                                                                       \
  template Var random_signs(Tape<T>&, Matrix<const T>, const Segments&, std::uint64_t);            \
  template Var random_signs(Tape<T>&, Matrix<const T>, std::uint64_t);                             \
  template Var random_normal(Tape<T>&, std::int64_t, std::int64_t, std::uint64_t);                 \
  template Var one_hot(Tape<T>&, const Pick&);
CANON_INSTANTIATE(float)
CANON_INSTANTIATE(double)
#undef CANON_INSTANTIATE

} // namespace canon::nn
