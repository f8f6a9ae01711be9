#include "autograd/pair_attention.hpp"

#include "autograd/check.hpp"
#include "autograd/linear_gradients.hpp"
#include "kernels/pair_attention_folds.hpp"

namespace canon::nn {
namespace {

template <typename T>
void check_arguments(const Tape<T>& tape, Var node, Var edge, Var absent, const PairIndex& pairs,
                     std::int64_t heads, Var gamma) {
  const std::int64_t d = tape.columns(edge);
  if (heads < 1 || d % heads != 0)
    throw ArgumentError("pair_attention: expected heads that divide the width " +
                        std::to_string(d) + ", got " + std::to_string(heads));
  check_shape(tape, node, pairs.nodes, kernel::attention_parts * d, "pair_attention: nodes");
  check_shape(tape, absent, 1, d, "pair_attention: pairs that are no edge");
  if (gamma.exists()) check_shape(tape, gamma, 1, 1, "pair_attention: gamma");
}

template <typename T>
kernel::PairScores<T> scores_of(const Tape<T>& on, Var node, Var edge, Var absent,
                                const PairIndex& pairs, std::int64_t heads, Var gamma,
                                const T* factor) {
  return {on.value(node).data,
          on.value(edge).data,
          on.value(absent).data,
          gamma.exists() ? on.value(gamma).data : nullptr,
          factor,
          pairs.row,
          pairs.first,
          pairs.end,
          pairs.edge,
          heads,
          on.columns(edge) / heads};
}

/// Where a gradient goes, or memory that nobody reads.
template <typename T>
Gradient<T> any_gradient(Tape<T>& back, Var var, Array<T>& unwanted) {
  if (back.wants_grad(var)) return gradient_of(back, var);
  unwanted = Array<T>(back.pool(), static_cast<std::size_t>(back.value(var).size()));
  return {unwanted.data(), false};
}

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
  if (tape.backend() == Backend::cuda)
    return pair_attention_by_pairs(tape, node, edge, absent, pairs, heads, gamma, factor, eps);
  const std::int64_t n = pairs.nodes, d = tape.columns(edge);
  check_arguments(tape, node, edge, absent, pairs, heads, gamma);
  const auto scores = [=](const Tape<T>& on) {
    return scores_of(on, node, edge, absent, pairs, heads, gamma, factor);
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

template <typename T>
Var pair_attention_by_pairs(Tape<T>& tape, Var node, Var edge, Var absent, const PairIndex& pairs,
                            std::int64_t heads, Var gamma, const T* factor, T eps) {
  const std::int64_t n = pairs.nodes, d = tape.columns(edge);
  check_arguments(tape, node, edge, absent, pairs, heads, gamma);
  const auto scores = [=](const Tape<T>& on) {
    return scores_of(on, node, edge, absent, pairs, heads, gamma, factor);
  };
  const Var out = tape.make(n, d);
  T* const raised = tape.keep(pairs.pairs * heads);
  T* const weighted = tape.keep(pairs.pairs * heads);
  T* const inverse = tape.keep(n * heads);
  for_each_tile<T>(tape.backend(), pairs.pairs, heads,
                   kernel::PairPowers<T>{scores(tape), pairs.owner, raised, weighted});
  for_each_tile<T>(
      tape.backend(), n, d,
      kernel::PairValues<T>{scores(tape), weighted, eps, tape.value(out).data, inverse});

  tape.record({out}, {node, edge, absent, gamma}, [=](Tape<T>& back) {
    Pool& pool = back.pool();
    const auto array = [&](std::int64_t rows, std::int64_t columns) {
      return Array<T>(pool, static_cast<std::size_t>(rows * columns));
    };
    const bool with_gamma = gamma.exists() && back.wants_grad(gamma);
    const Array<T> level = array(n, heads), d_score = array(pairs.pairs, heads),
                   share = array(pairs.pairs, heads), absent_shares = array(n, d),
                   gamma_of_pair = array(with_gamma ? pairs.pairs : 0, heads),
                   gamma_shares = array(with_gamma ? n : 0, heads);
    const T* const d_out = back.grad(out).data;
    for_each_tile<T>(back.backend(), n, heads,
                     kernel::PairLevels<T>{back.value(out).data, d_out, heads, d, level.data()});
    for_each_tile<T>(back.backend(), pairs.pairs, heads,
                     kernel::PairPowersBack<T>{scores(back), pairs.owner, d_out, raised, weighted,
                                               inverse, level.data(), d_score.data(), share.data(),
                                               with_gamma ? gamma_of_pair.data() : nullptr});
    Array<T> unwanted_node, unwanted_edge;
    const Gradient<T> d_node = any_gradient(back, node, unwanted_node);
    T* const d_edge = back.wants_grad(edge) ? zeroed_grad(back, edge, unwanted_edge) : nullptr;
    for_each_tile<T>(back.backend(), n, d,
                     kernel::PairBackTo<T>{
                         scores(back), d_score.data(), with_gamma ? gamma_of_pair.data() : nullptr,
                         d_node.to, d_node.add, d_edge, absent_shares.data(), gamma_shares.data()});
    for_each_tile<T>(back.backend(), n, d,
                     kernel::PairBackFrom<T>{scores(back), d_out, d_score.data(), share.data(),
                                             d_node.to, d_node.add});
    if (back.wants_grad(absent)) {
      const auto target = back.write_grad(absent);
      sum_rows(pool, Matrix<T>{absent_shares.data(), n, d}, target.to.data, target.add);
    }
    if (with_gamma) {
      const auto target = back.write_grad(gamma);
      const Array<T> of_heads = array(1, heads); // neighbouring columns first, for whole sectors
      sum_rows(pool, Matrix<T>{gamma_shares.data(), n, heads}, of_heads.data(), false);
      sum_rows(pool, Matrix<T>{of_heads.data(), heads, 1}, target.to.data, target.add);
    }
  });
  return out;
}

#define CANON_INSTANTIATE(T, function)                                                             \
  template Var function(Tape<T>&, Var, Var, Var, const PairIndex&, std::int64_t, Var, const T*, T);
CANON_INSTANTIATE(float, pair_attention)
CANON_INSTANTIATE(double, pair_attention)
CANON_INSTANTIATE(float, pair_attention_by_pairs)
CANON_INSTANTIATE(double, pair_attention_by_pairs)
#undef CANON_INSTANTIATE

} // namespace canon::nn
