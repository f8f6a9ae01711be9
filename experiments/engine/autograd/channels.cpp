#include "autograd/channels.hpp"

#include "autograd/check.hpp"
#include "kernels/channels.hpp"

namespace canon::nn {

template <typename T>
Var reshape(Tape<T>& tape, Var x, std::int64_t rows, std::int64_t columns) {
  check_equal(rows * columns, tape.value(x).size(), "reshape: size");
  const Var y = tape.constant({tape.value(x).data, rows, columns});
  tape.record({y}, {x}, [=](Tape<T>& back) { back.hand_grad(y, x); });
  return y;
}

template <typename T>
Var channel_sum(Tape<T>& tape, Var x, std::int64_t channels, const Segments& graph_nodes) {
  const std::int64_t nodes = graph_nodes.items, columns = tape.columns(x);
  check_equal(tape.rows(x), nodes * channels, "channel_sum: rows");
  const Var y = tape.make(nodes, columns);
  for_each_tile<T>(tape.backend(), nodes, columns,
                   kernel::SumChannels<T>{tape.value(x).data, graph_nodes.owner, graph_nodes.offset,
                                          channels, columns, tape.value(y).data},
                   channels);
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    for_each_tile<T>(back.backend(), nodes * channels, columns,
                     kernel::SpreadChannels<T>{back.grad(y).data, graph_nodes.owner,
                                               graph_nodes.offset, channels, columns,
                                               target.to.data, target.add});
  });
  return y;
}

template <typename T>
Var graph_norm(Tape<T>& tape, Var x, const Segments& graph_nodes) {
  const std::int64_t nodes = graph_nodes.items, columns = tape.columns(x);
  check_equal(tape.rows(x), nodes, "graph_norm: rows");
  const Var y = tape.make(nodes, columns);
  for_each_tile<T>(tape.backend(), nodes, columns,
                   kernel::ShrinkByGraph<T>{tape.value(x).data, graph_nodes.owner,
                                            graph_nodes.offset, columns, tape.value(y).data,
                                            false});
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    for_each_tile<T>(back.backend(), nodes, columns,
                     kernel::ShrinkByGraph<T>{back.grad(y).data, graph_nodes.owner,
                                              graph_nodes.offset, columns, target.to.data,
                                              target.add});
  });
  return y;
}

#define CANON_INSTANTIATE(T)                                                                       \
  template Var reshape(Tape<T>&, Var, std::int64_t, std::int64_t);                                 \
  template Var channel_sum(Tape<T>&, Var, std::int64_t, const Segments&);                          \
  template Var graph_norm(Tape<T>&, Var, const Segments&);
CANON_INSTANTIATE(float)
CANON_INSTANTIATE(double)
#undef CANON_INSTANTIATE

} // namespace canon::nn
