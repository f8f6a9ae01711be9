#include "autograd/gated_layer.hpp"

#include "autograd/check.hpp"
#include "autograd/linear_gradients.hpp"
#include "device/gemm.hpp"
#include "kernels/gated.hpp"

namespace canon::nn {
namespace {

constexpr double gate_eps = 1e-6;

/// A batch normalisation at the end of a layer: of its nodes or of its edges.
template <typename T>
struct LayerNormalisation {
  NormVars<T> vars;
  Var result, before; ///< `before`: the residual, or none
  T* raw;             ///< rows x d: what is normalised
  T* mean;            ///< 1 x d; 1 / sigma follows
  std::int64_t rows, d;
  bool training;

  [[nodiscard]] kernel::RowBlocks blocks() const { return {rows}; }
  [[nodiscard]] std::size_t partial_size() const {
    return static_cast<std::size_t>(2 * (blocks().count() + 1) * d);
  }
  [[nodiscard]] kernel::NormRow<T> row(Tape<T>& tape) const {
    return {mean, mean + d, tape.value(vars.gamma).data, tape.value(vars.beta).data};
  }
  [[nodiscard]] Tiles<kernel::BlockMoments<T>> block_moments(T* partial) const {
    const std::int64_t count = blocks().count();
    return {count, d, {raw, blocks(), d, partial, partial + count * d}};
  }
  [[nodiscard]] Tiles<kernel::Moments<T>> moments(const T* partial) const {
    const RunningStatistics<T>& running = vars.running;
    return {1,
            d,
            {partial, partial + blocks().count() * d, blocks(), d, running.eps, running.momentum,
             mean, mean + d, running.mean, running.variance}};
  }
  [[nodiscard]] Tiles<kernel::RunningMoments<T>> running_moments() const {
    const RunningStatistics<T>& running = vars.running;
    return {1, d, {running.mean, running.variance, running.eps, mean, mean + d}};
  }
  [[nodiscard]] Tiles<kernel::Normalise<T>> normalise(Tape<T>& tape) const {
    const T* const residual = before.exists() ? tape.value(before).data : nullptr;
    return {rows, d, {raw, row(tape), residual, d, true, tape.value(result).data}};
  }
  [[nodiscard]] kernel::ThroughRelu<T> through(Tape<T>& tape) const {
    return {raw, row(tape), tape.grad(result).data, d, true};
  }
  [[nodiscard]] Tiles<kernel::NormaliseSums<T>> sums(Tape<T>& tape, T* partial) const {
    const std::int64_t count = blocks().count();
    return {count, d, {through(tape), blocks(), partial, partial + count * d}};
  }
  [[nodiscard]] T* totals_of(T* partial) const { return partial + 2 * blocks().count() * d; }
  [[nodiscard]] Tiles<kernel::NormTotals<T>> totals(Tape<T>& tape, T* partial) const {
    const std::int64_t count = blocks().count();
    const Gradient<T> beta = gradient_of(tape, vars.beta), gamma = gradient_of(tape, vars.gamma);
    T* const to = totals_of(partial);
    return {1,
            d,
            {partial, partial + count * d, count, d, to, to + d, beta.to, gamma.to, beta.add,
             gamma.add}};
  }
  [[nodiscard]] kernel::NormaliseBack<T> back(Tape<T>& tape, T* partial, T* dx) const {
    T* const sum = totals_of(partial);
    return {through(tape), training ? sum : nullptr, sum + d, T(1) / static_cast<T>(rows), dx,
            false};
  }
};

template <typename T>
struct LayerWork {
  Var h, e;
  EdgeIndex edges;
  GatedLayer<T> layer;
  LayerNormalisation<T> node, edge;
  T* product; ///< n x 4d

  void forward(Tape<T>& tape) const;
  void backward(Tape<T>& tape) const;

private:
  void normalise(Tape<T>& tape) const;
  void products_back(Tape<T>& tape, Matrix<T> d_product, Matrix<T> d_gate) const;
};

template <typename T>
void LayerWork<T>::forward(Tape<T>& tape) const {
  const auto map = [&](Var x, Var weight, Var bias, T* to) {
    const Matrix<T> rows = tape.value(x), matrix = tape.value(weight);
    gemm_with_bias(tape.pool(), rows.rows, matrix.columns, rows.columns,
                   Operand<T>{rows.data, rows.columns}, Operand<T>{matrix.data, matrix.columns},
                   static_cast<const T*>(tape.value(bias).data), to, matrix.columns);
  };
  map(h, layer.node_weight, layer.node_bias, product);
  map(e, layer.edge_weight, layer.edge_bias, edge.raw);
  const std::int64_t d = node.d;
  for_each_tile<T>(tape.backend(), edges.nodes, d,
                   kernel::GatedForward<T>{{},
                                           product,
                                           {4 * d, d},
                                           edge.raw,
                                           nullptr,
                                           edges.head_offset,
                                           edges.tail,
                                           d,
                                           T(gate_eps),
                                           node.raw,
                                           edge.raw,
                                           nullptr});
  normalise(tape);
}

template <typename T>
void LayerWork<T>::normalise(Tape<T>& tape) const {
  const Backend backend = tape.backend();
  if (node.training) {
    const Array<T> of_nodes(tape.pool(), node.partial_size()),
        of_edges(tape.pool(), edge.partial_size());
    for_each_tile<T>(backend, node.block_moments(of_nodes.data()),
                     edge.block_moments(of_edges.data()));
    for_each_tile<T>(backend, node.moments(of_nodes.data()), edge.moments(of_edges.data()));
  } else {
    for_each_tile<T>(backend, node.running_moments(), edge.running_moments());
  }
  for_each_tile<T>(backend, node.normalise(tape), edge.normalise(tape));
}

template <typename T>
void LayerWork<T>::backward(Tape<T>& tape) const {
  Pool& pool = tape.pool();
  const Backend backend = tape.backend();
  const std::int64_t n = edges.nodes, m = edges.edges, d = node.d;
  const bool nodes_reached = tape.has_grad(node.result), edges_reached = tape.has_grad(edge.result);
  const Array<T> of_nodes(pool, node.partial_size()), of_edges(pool, edge.partial_size());
  const auto of_both = [&](const auto& work) {
    if (nodes_reached && edges_reached) {
      for_each_tile<T>(backend, work(node, of_nodes.data()), work(edge, of_edges.data()));
      return;
    }
    const auto one = nodes_reached ? work(node, of_nodes.data()) : work(edge, of_edges.data());
    for_each_tile<T>(backend, one.rows, d, one.kernel);
  };
  of_both([&](const auto& norm, T* partial) { return norm.sums(tape, partial); });
  of_both([&](const auto& norm, T* partial) { return norm.totals(tape, partial); });
  const auto array = [&](std::int64_t size) {
    return Array<T>(pool, static_cast<std::size_t>(size));
  };
  const Array<T> d_raw = array(n * d), scaled = array(n * d), d_gate = array(m * d),
                 d_product = array(n * 4 * d);
  if (nodes_reached)
    for_each_tile<T>(backend, n, d, node.back(tape, of_nodes.data(), d_raw.data()));
  using Gates = kernel::NormedGates<T>;
  const Gates gates{edge.back(tape, of_edges.data(), nullptr), edges_reached};
  for_each_tile<T>(backend, n, d,
                   kernel::GatedBackwardHeads<T, Gates>{{},
                                                        product + d,
                                                        4 * d,
                                                        gates,
                                                        nodes_reached ? d_raw.data() : nullptr,
                                                        edges.head_offset,
                                                        edges.tail,
                                                        d,
                                                        T(gate_eps),
                                                        scaled.data(),
                                                        d_gate.data(),
                                                        d_gate.data(),
                                                        d_product.data(),
                                                        {4 * d, d},
                                                        false});
  for_each_tile<T>(backend, n, d,
                   kernel::GatedBackwardTails<T, Gates>{{},
                                                        gates,
                                                        scaled.data(),
                                                        d_gate.data(),
                                                        edges.tail_offset,
                                                        edges.tail_edge,
                                                        edges.head,
                                                        d,
                                                        d_product.data(),
                                                        {4 * d, d},
                                                        false});
  products_back(tape, {d_product.data(), n, 4 * d}, {d_gate.data(), m, d});
}

/// The gradients of the two linear maps, after what the residuals bring.
template <typename T>
void LayerWork<T>::products_back(Tape<T>& tape, Matrix<T> d_product, Matrix<T> d_gate) const {
  Pool& pool = tape.pool();
  const std::int64_t blocks = kernel::row_blocks(d_product.rows), d = d_gate.columns;
  const Array<T> partial(pool, static_cast<std::size_t>(blocks * 4 * d));
  for_each_tile<T>(tape.backend(), blocks, 4 * d,
                   kernel::SumBlocks<T>{d_product.data, d_product.rows, 4 * d, partial.data()});
  const Gradient<T> node_bias = gradient_of(tape, layer.node_bias),
                    edge_bias = gradient_of(tape, layer.edge_bias);
  for_each_tile<T>(tape.backend(), 1, 4 * d,
                   kernel::GatedBiases<T>{partial.data(), blocks, d, node_bias.to, edge_bias.to,
                                          node_bias.add, edge_bias.add});
  const auto map = [&](Var x, Var weight, Matrix<T> dy, const LayerNormalisation<T>& norm) {
    if (norm.before.exists() && tape.has_grad(norm.result) && tape.wants_grad(x))
      tape.hand_grad(norm.result, x);
    linear_gradients(pool, tape.value(x), tape.value(weight), dy, gradient_of(tape, x),
                     gradient_of(tape, weight), Gradient<T>{});
  };
  map(h, layer.node_weight, d_product, node);
  map(e, layer.edge_weight, d_gate, edge);
}

} // namespace

template <typename T>
GatedResults gated_layer(Tape<T>& tape, Var h, Var e, const EdgeIndex& edges,
                         const GatedLayer<T>& layer, bool training) {
  const std::int64_t n = edges.nodes, m = edges.edges, d = tape.columns(layer.edge_weight);
  if (n == 0 || m == 0) throw ArgumentError("gated_layer: expected at least one node and one edge");
  const auto norm = [&](const NormVars<T>& vars, std::int64_t rows, Var before) {
    return LayerNormalisation<T>{vars,
                                 tape.make(rows, d),
                                 layer.residual ? before : Var{},
                                 tape.keep(rows * d),
                                 tape.keep(2 * d),
                                 rows,
                                 d,
                                 training};
  };
  const LayerWork<T> work{h,
                          e,
                          edges,
                          layer,
                          norm(layer.node_norm, n, h),
                          norm(layer.edge_norm, m, e),
                          tape.keep(n * 4 * d)};
  work.forward(tape);
  tape.record({work.node.result, work.edge.result},
              {h, e, layer.node_weight, layer.node_bias, layer.edge_weight, layer.edge_bias,
               layer.node_norm.gamma, layer.node_norm.beta, layer.edge_norm.gamma,
               layer.edge_norm.beta},
              [work](Tape<T>& back) { work.backward(back); });
  return {work.node.result, work.edge.result};
}

template GatedResults gated_layer(Tape<float>&, Var, Var, const EdgeIndex&,
                                  const GatedLayer<float>&, bool);
template GatedResults gated_layer(Tape<double>&, Var, Var, const EdgeIndex&,
                                  const GatedLayer<double>&, bool);

} // namespace canon::nn
