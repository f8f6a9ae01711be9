#include "autograd/attention.hpp"

#include "autograd/check.hpp"
#include "autograd/segment_softmax.hpp"
#include "kernels/attention.hpp"

#include <cmath>

namespace canon::nn {
namespace {

constexpr std::int64_t edges_a_node = 8; // a guess at the work of a sum over edges

/// The width of a head.
std::int64_t head_width(std::int64_t d, std::int64_t heads, const char* what) {
  if (heads < 1 || d % heads != 0)
    throw ArgumentError(std::string(what) + ": expected heads that divide the width " +
                        std::to_string(d) + ", got " + std::to_string(heads));
  return d / heads;
}

} // namespace

template <typename T>
Var edge_scores(Tape<T>& tape, Var q, Var k, const EdgeIndex& graph, std::int64_t heads, T scale,
                Var e) {
  const std::int64_t n = graph.nodes, m = graph.edges, d = tape.columns(q);
  const std::int64_t w = head_width(d, heads, "edge_scores");
  check_shape(tape, q, n, d, "edge_scores: queries");
  check_shape(tape, k, n, d, "edge_scores: keys");
  if (e.exists()) check_shape(tape, e, m, d, "edge_scores: edges");
  const Var y = tape.make(m, heads);
  for_each_tile<T>(tape.backend(), m, heads,
                   HeadDots<T>{tape.value(q).data, tape.value(k).data,
                               e.exists() ? tape.value(e).data : nullptr, graph.head, graph.tail,
                               heads, w, scale, tape.value(y).data, false},
                   w);
  tape.record({y}, {q, k, e}, [=](Tape<T>& back) {
    const T* const dy = back.grad(y).data;
    const T* const factor = e.exists() ? back.value(e).data : nullptr;
    if (back.wants_grad(q)) {
      const auto target = back.write_grad(q);
      for_each_tile<T>(back.backend(), n * w, heads,
                       HeadSums<T>{dy, back.value(k).data, factor, graph.head_offset, nullptr,
                                   graph.tail, heads, w, scale, target.to.data, target.add},
                       edges_a_node);
    }
    if (back.wants_grad(k)) {
      const auto target = back.write_grad(k);
      for_each_tile<T>(back.backend(), n * w, heads,
                       HeadSums<T>{dy, back.value(q).data, factor, graph.tail_offset,
                                   graph.tail_edge, graph.head, heads, w, scale, target.to.data,
                                   target.add},
                       edges_a_node);
    }
    if (e.exists() && back.wants_grad(e)) {
      const auto target = back.write_grad(e);
      for_each_tile<T>(back.backend(), m * w, heads,
                       HeadProducts<T>{dy, back.value(q).data, back.value(k).data, graph.head,
                                       graph.tail, heads, w, scale, target.to.data, target.add});
    }
  });
  return y;
}

template <typename T>
Var edge_mix(Tape<T>& tape, Var v, Var weight, const EdgeIndex& graph, std::int64_t heads) {
  const std::int64_t n = graph.nodes, m = graph.edges, d = tape.columns(v);
  const std::int64_t w = head_width(d, heads, "edge_mix");
  check_shape(tape, v, n, d, "edge_mix: values");
  check_shape(tape, weight, m, heads, "edge_mix: weights");
  const Var y = tape.make(n, d);
  for_each_tile<T>(tape.backend(), n * w, heads,
                   HeadSums<T>{tape.value(weight).data, tape.value(v).data, nullptr,
                               graph.head_offset, nullptr, graph.tail, heads, w, T(1),
                               tape.value(y).data, false},
                   edges_a_node);
  tape.record({y}, {v, weight}, [=](Tape<T>& back) {
    const T* const dy = back.grad(y).data;
    if (back.wants_grad(weight)) {
      const auto target = back.write_grad(weight);
      for_each_tile<T>(back.backend(), m, heads,
                       HeadDots<T>{dy, back.value(v).data, nullptr, graph.head, graph.tail, heads,
                                   w, T(1), target.to.data, target.add},
                       w);
    }
    if (back.wants_grad(v)) {
      const auto target = back.write_grad(v);
      for_each_tile<T>(back.backend(), n * w, heads,
                       HeadSums<T>{back.value(weight).data, dy, nullptr, graph.tail_offset,
                                   graph.tail_edge, graph.head, heads, w, T(1), target.to.data,
                                   target.add},
                       edges_a_node);
    }
  });
  return y;
}

template <typename T>
Var attention(Tape<T>& tape, Var q, Var k, Var v, const EdgeIndex& graph, std::int64_t heads,
              Matrix<const T> prior) {
  const std::int64_t w = head_width(tape.columns(q), heads, "attention");
  const T root = static_cast<T>(1.0 / std::sqrt(static_cast<double>(w)));
  const Var scores = edge_scores(tape, q, k, graph, heads, root);
  return edge_mix(tape, v, segment_softmax(tape, scores, graph.by_head(), prior), graph, heads);
}

#define CANON_INSTANTIATE(T)                                                                       \
  template Var edge_scores(Tape<T>&, Var, Var, const EdgeIndex&, std::int64_t, T, Var);            \
  template Var edge_mix(Tape<T>&, Var, Var, const EdgeIndex&, std::int64_t);                       \
  template Var attention(Tape<T>&, Var, Var, Var, const EdgeIndex&, std::int64_t, Matrix<const T>);
CANON_INSTANTIATE(float)
CANON_INSTANTIATE(double)
#undef CANON_INSTANTIATE

} // namespace canon::nn
