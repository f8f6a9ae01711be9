#include "autograd/gated.hpp"

#include "autograd/check.hpp"
#include "kernels/activation.hpp"
#include "kernels/gated.hpp"

namespace canon::nn {

template <typename T>
Gated gated_sum(Tape<T>& tape, Var node, Var edge, const EdgeIndex& graph, T eps) {
  const std::int64_t n = graph.nodes, m = graph.edges, d = tape.columns(edge);
  check_shape(tape, node, n, 4 * d, "gated_sum: nodes");
  check_shape(tape, edge, m, d, "gated_sum: edges");
  const Var out = tape.make(n, d);
  const T* const from = tape.value(edge).data;
  const Var gate = tape.make_from(edge);
  for_each_tile<T>(tape.backend(), n, d,
                   kernel::GatedForward<T>{{},
                                           tape.value(node).data,
                                           {4 * d, d},
                                           from,
                                           nullptr,
                                           graph.head_offset,
                                           graph.tail,
                                           d,
                                           eps,
                                           tape.value(out).data,
                                           tape.value(gate).data,
                                           nullptr},
                   8);

  tape.record({out, gate}, {node, edge}, [=](Tape<T>& back) {
    Pool& pool = back.pool();
    const Array<T> scaled(pool, static_cast<std::size_t>(n * d)),
        open(pool, static_cast<std::size_t>(m * d));
    for_each_element<T>(
        back.backend(), m * d,
        kernel::Activate<T>{back.value(gate).data, kernel::Activation::sigmoid, open.data()});
    // The gradient of the gates is that of the edges too: it is computed where it is wanted.
    Array<T> total;
    typename Tape<T>::Target to_edge{}, to_node{};
    if (back.wants_grad(edge)) to_edge = back.write_grad(edge);
    const bool apart = to_edge.to.data == nullptr || to_edge.add;
    if (apart) total = Array<T>(pool, static_cast<std::size_t>(m * d));
    T* const d_total = apart ? total.data() : to_edge.to.data;
    Array<T> unwanted;
    if (back.wants_grad(node)) {
      to_node = back.write_grad(node);
    } else {
      unwanted = Array<T>(pool, static_cast<std::size_t>(n * 4 * d));
      to_node = {{unwanted.data(), n, 4 * d}, false};
    }
    for_each_tile<T>(back.backend(), n, d,
                     kernel::GatedBackwardHeads<T>{
                         {},
                         back.value(node).data + d,
                         4 * d,
                         {open.data(), back.has_grad(gate) ? back.grad(gate).data : nullptr},
                         back.has_grad(out) ? back.grad(out).data : nullptr,
                         graph.head_offset,
                         graph.tail,
                         d,
                         eps,
                         scaled.data(),
                         d_total,
                         to_edge.add ? to_edge.to.data : d_total,
                         to_node.to.data,
                         {4 * d, d},
                         to_node.add},
                     8);
    for_each_tile<T>(back.backend(), n, d,
                     kernel::GatedBackwardTails<T>{{},
                                                   {open.data(), nullptr},
                                                   scaled.data(),
                                                   d_total,
                                                   graph.tail_offset,
                                                   graph.tail_edge,
                                                   graph.head,
                                                   d,
                                                   to_node.to.data,
                                                   {4 * d, d},
                                                   to_node.add},
                     8);
  });
  return {out, gate};
}

template Gated gated_sum(Tape<float>&, Var, Var, const EdgeIndex&, float);
template Gated gated_sum(Tape<double>&, Var, Var, const EdgeIndex&, double);

} // namespace canon::nn
