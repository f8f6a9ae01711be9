#include "autograd/pair_attention.hpp"

#include "autograd/check.hpp"
#include "kernels/pair_attention.hpp"

namespace canon::nn {
namespace {

/// A gradient to add to: zero where nothing has been written yet, or memory nobody reads.
template <typename T>
T* zeroed_grad(Tape<T>& back, Var var, Array<T>& unwanted) {
  const auto size = static_cast<std::size_t>(back.value(var).size());
  if (!back.wants_grad(var)) {
    unwanted = Array<T>(back.pool(), size);
    fill_zero(back.backend(), unwanted.data(), size * sizeof(T));
    return unwanted.data();
  }
  const auto target = back.write_grad(var);
  if (!target.add) fill_zero(back.backend(), target.to.data, size * sizeof(T));
  return target.to.data;
}

} // namespace

template <typename T>
Var pair_attention(Tape<T>& tape, Var node, Var edge, Var absent, const PairIndex& pairs,
                   std::int64_t heads, Var gamma, const T* factor, T eps) {
  const std::int64_t n = pairs.nodes, d = tape.columns(edge);
  if (heads < 1 || d % heads != 0)
    throw ArgumentError("pair_attention: expected heads that divide the width " +
                        std::to_string(d) + ", got " + std::to_string(heads));
  check_shape(tape, node, n, kernel::attention_parts * d, "pair_attention: nodes");
  check_shape(tape, absent, 1, d, "pair_attention: pairs that are no edge");
  if (gamma.exists()) check_shape(tape, gamma, 1, 1, "pair_attention: gamma");
  const auto scores = [=](const Tape<T>& on) {
    return kernel::PairScores<T>{on.value(node).data,
                                 on.value(edge).data,
                                 on.value(absent).data,
                                 gamma.exists() ? on.value(gamma).data : nullptr,
                                 factor,
                                 pairs.row,
                                 pairs.first,
                                 pairs.end,
                                 pairs.edge,
                                 heads,
                                 d / heads};
  };
  const Var out = tape.make(n, d);
  T* const raised = tape.keep(pairs.pairs * heads);
  T* const inverse = tape.keep(n * heads);
  const std::int64_t work = 4 * d * (n > 0 ? pairs.pairs / n : 0) / heads + 1;
  for_each_tile<T>(tape.backend(), n, heads,
                   kernel::PairAttend<T>{scores(tape), eps, tape.value(out).data, raised, inverse},
                   work);

  tape.record({out}, {node, edge, absent, gamma}, [=](Tape<T>& back) {
    Pool& pool = back.pool();
    const Array<T> d_score(pool, static_cast<std::size_t>(pairs.pairs * heads));
    const Array<T> absent_shares(pool, static_cast<std::size_t>(n * d));
    const bool with_gamma = gamma.exists() && back.wants_grad(gamma);
    const Array<T> gamma_shares(pool, static_cast<std::size_t>(with_gamma ? n * heads : 0));
    Array<T> unwanted_node, unwanted_edge;
    T* const d_node = zeroed_grad(back, node, unwanted_node);
    T* const d_edge = back.wants_grad(edge) ? zeroed_grad(back, edge, unwanted_edge) : nullptr;
    for_each_tile<T>(
        back.backend(), n, heads,
        kernel::PairAttendBackTo<T>{scores(back), back.value(out).data, back.grad(out).data, raised,
                                    inverse, d_score.data(), d_node, d_edge, absent_shares.data(),
                                    with_gamma ? gamma_shares.data() : nullptr},
        work);
    for_each_tile<T>(back.backend(), n, heads,
                     kernel::PairAttendBackFrom<T>{scores(back), back.grad(out).data, raised,
                                                   inverse, d_score.data(), d_node},
                     work);
    if (back.wants_grad(absent)) {
      const auto target = back.write_grad(absent);
      sum_rows(pool, Matrix<T>{absent_shares.data(), n, d}, target.to.data, target.add);
    }
    if (with_gamma) {
      const auto target = back.write_grad(gamma);
      sum_rows(pool, Matrix<T>{gamma_shares.data(), n * heads, 1}, target.to.data, target.add);
    }
  });
  return out;
}

template Var pair_attention(Tape<float>&, Var, Var, Var, const PairIndex&, std::int64_t, Var,
                            const float*, float);
template Var pair_attention(Tape<double>&, Var, Var, Var, const PairIndex&, std::int64_t, Var,
                            const double*, double);

} // namespace canon::nn
