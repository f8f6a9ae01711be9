#include "autograd/pna.hpp"

#include "autograd/check.hpp"
#include "kernels/pna.hpp"

namespace canon::nn {

template <typename T>
Var pna_aggregate(Tape<T>& tape, Var h, Var message, const EdgeIndex& graph,
                  const PnaOptions& options) {
  const std::int64_t n = graph.nodes, d = tape.columns(h), towers = options.towers;
  const PnaParts parts = options.parts;
  check_shape(tape, h, n, d, "pna_aggregate: nodes");
  check_shape(tape, message, graph.edges, d, "pna_aggregate: messages");
  check_equal(parts.count, 1 + parts.aggregators * parts.scalers, "pna_aggregate: parts");
  if (towers < 1 || d % towers != 0)
    throw ArgumentError("pna_aggregate: expected towers that divide the width " +
                        std::to_string(d) + ", got " + std::to_string(towers));
  const std::int64_t w = d / towers;
  const T delta = static_cast<T>(options.delta), eps = static_cast<T>(options.eps);
  const Var y = tape.make(n, parts.count * d);
  for_each_tile<T>(tape.backend(), n * towers, w,
                   kernel::PnaForward<T>{tape.value(h).data, tape.value(message).data,
                                         graph.head_offset, towers, w, parts, delta, eps,
                                         tape.value(y).data},
                   8);
  tape.record({y}, {h, message}, [=](Tape<T>& back) {
    kernel::PnaBackward<T> kernel{back.value(message).data,
                                  back.grad(y).data,
                                  graph.head_offset,
                                  towers,
                                  w,
                                  parts,
                                  delta,
                                  eps,
                                  nullptr,
                                  false,
                                  nullptr,
                                  false};
    if (back.wants_grad(h)) {
      const auto target = back.write_grad(h);
      kernel.dh = target.to.data;
      kernel.add_h = target.add;
    }
    if (back.wants_grad(message)) {
      const auto target = back.write_grad(message);
      kernel.d_message = target.to.data;
      kernel.add_message = target.add;
    }
    for_each_tile<T>(back.backend(), n * towers, w, kernel, 8);
  });
  return y;
}

template Var pna_aggregate(Tape<float>&, Var, Var, const EdgeIndex&, const PnaOptions&);
template Var pna_aggregate(Tape<double>&, Var, Var, const EdgeIndex&, const PnaOptions&);

} // namespace canon::nn
