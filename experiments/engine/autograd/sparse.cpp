#include "autograd/sparse.hpp"

#include "autograd/check.hpp"
#include "kernels/rows.hpp"
#include "kernels/sparse.hpp"

namespace canon::nn {

template <typename T>
Var sparse_product(Tape<T>& tape, Var weight, Var x, const EdgeIndex& graph) {
  const std::int64_t n = graph.nodes, d = tape.columns(x);
  check_equal(tape.rows(x), n, "sparse_product: rows");
  check_shape(tape, weight, graph.edges, 1, "sparse_product: weights");
  const Var y = tape.make(n, d);
  for_each_tile<T>(tape.backend(), n, d,
                   SparseProduct<T>{tape.value(weight).data, tape.value(x).data, graph.head_offset,
                                    nullptr, graph.tail, d, tape.value(y).data, false},
                   4);
  tape.record({y}, {weight, x}, [=](Tape<T>& back) {
    if (back.wants_grad(weight)) {
      const auto target = back.write_grad(weight);
      for_each_item(back.backend(), graph.edges,
                    DotRows<T>{back.grad(y).data, graph.head, back.value(x).data, graph.tail, d,
                               target.to.data, target.add},
                    d);
    }
    if (back.wants_grad(x)) {
      const auto target = back.write_grad(x);
      for_each_tile<T>(back.backend(), n, d,
                       SparseProduct<T>{back.value(weight).data, back.grad(y).data,
                                        graph.tail_offset, graph.tail_edge, graph.head, d,
                                        target.to.data, target.add},
                       4);
    }
  });
  return y;
}

template Var sparse_product(Tape<float>&, Var, Var, const EdgeIndex&);
template Var sparse_product(Tape<double>&, Var, Var, const EdgeIndex&);

} // namespace canon::nn
