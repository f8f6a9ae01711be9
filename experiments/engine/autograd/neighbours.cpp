#include "autograd/neighbours.hpp"

#include "autograd/check.hpp"
#include "kernels/neighbours.hpp"

namespace canon::nn {

template <typename T>
Var neighbour_sum(Tape<T>& tape, Var x, const EdgeIndex& graph, Neighbours kind, T own,
                  std::int64_t channels) {
  check_equal(tape.rows(x), graph.nodes * channels, "neighbour_sum: rows");
  const std::int64_t columns = channels * tape.columns(x);
  const Var y = tape.make(tape.rows(x), tape.columns(x));
  for_each_tile<T>(tape.backend(), graph.nodes, columns,
                   kernel::SumNeighbours<T>{tape.value(x).data, graph.head_offset,
                                            graph.head_offset, nullptr, graph.tail, columns, kind,
                                            own, false, tape.value(y).data, false},
                   4);
  tape.record({y}, {x}, [=](Tape<T>& back) {
    const auto target = back.write_grad(x);
    for_each_tile<T>(back.backend(), graph.nodes, columns,
                     kernel::SumNeighbours<T>{back.grad(y).data, graph.head_offset,
                                              graph.tail_offset, graph.tail_edge, graph.head,
                                              columns, kind, own, true, target.to.data, target.add},
                     4);
  });
  return y;
}

template Var neighbour_sum(Tape<float>&, Var, const EdgeIndex&, Neighbours, float, std::int64_t);
template Var neighbour_sum(Tape<double>&, Var, const EdgeIndex&, Neighbours, double, std::int64_t);

} // namespace canon::nn
