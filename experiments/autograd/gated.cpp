#include "autograd/gated.hpp"

#include "autograd/check.hpp"
#include "kernels/gated.hpp"

namespace canon::nn {

template <typename T>
Gated gated_sum(Tape<T>& tape, Var node, Var edge, const EdgeIndex& graph, T eps) {
  const std::int64_t n = graph.nodes, m = graph.edges, d = tape.columns(edge);
  check_shape(tape, node, n, 4 * d, "gated_sum: nodes");
  check_shape(tape, edge, m, d, "gated_sum: edges");
  const Var out = tape.make(n, d), gate = tape.make(m, d);
  const bool wanted = tape.wants_grad(node) || tape.wants_grad(edge);
  T* const open = wanted ? tape.keep(m * d) : nullptr;
  T* const inverse = wanted ? tape.keep(n * d) : nullptr;
  for_each_tile<T>(tape.backend(), n, d,
                   GatedForward<T>{tape.value(node).data, tape.value(edge).data, graph.head_offset,
                                   graph.tail, d, eps, tape.value(out).data, tape.value(gate).data,
                                   open, inverse},
                   8);

  tape.record({out, gate}, {node, edge}, [=](Tape<T>& back) {
    const T* const d_out = back.has_grad(out) ? back.grad(out).data : nullptr;
    const T* const d_gate = back.has_grad(gate) ? back.grad(gate).data : nullptr;
    // The gradient of the gates is that of the edges too: it is computed where it is wanted.
    const bool own = !back.wants_grad(edge);
    Array<T> scratch;
    typename Tape<T>::Target to_edge{};
    if (!own) to_edge = back.write_grad(edge);
    if (own || to_edge.add) scratch = Array<T>(back.pool(), static_cast<std::size_t>(m * d));
    T* const total = scratch.size() > 0 ? scratch.data() : to_edge.to.data;
    Array<T> unwanted;
    typename Tape<T>::Target to_node{};
    if (back.wants_grad(node)) {
      to_node = back.write_grad(node);
    } else {
      unwanted = Array<T>(back.pool(), static_cast<std::size_t>(n * 4 * d));
      to_node = {{unwanted.data(), n, 4 * d}, false};
    }
    for_each_tile<T>(back.backend(), n, d,
                     GatedBackwardHeads<T>{back.value(node).data, back.value(out).data, open,
                                           inverse, d_out, d_gate, graph.head_offset, graph.tail, d,
                                           own ? total : to_edge.to.data, to_node.to.data,
                                           to_node.add, to_edge.add, total},
                     8);
    for_each_tile<T>(back.backend(), n, d,
                     GatedBackwardTails<T>{open, inverse, d_out, total, graph.tail_offset,
                                           graph.tail_edge, graph.head, d, to_node.to.data,
                                           to_node.add},
                     8);
  });
  return {out, gate};
}

template Gated gated_sum(Tape<float>&, Var, Var, const EdgeIndex&, float);
template Gated gated_sum(Tape<double>&, Var, Var, const EdgeIndex&, double);

} // namespace canon::nn
