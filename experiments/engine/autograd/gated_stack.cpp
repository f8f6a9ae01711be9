#include "autograd/gated_stack.hpp"

#include "autograd/channels.hpp"
#include "autograd/check.hpp"
#include "autograd/dropout.hpp"
#include "autograd/gated.hpp"
#include "autograd/gated_layer.hpp"
#include "autograd/gated_walk.hpp"
#include "autograd/linear.hpp"
#include "autograd/segment.hpp"
#include "device/communicator.hpp"

#include <memory>

namespace canon::nn {
namespace {

/// On a GPU, and for what does not fit the blocks: each operation on the whole batch.
template <typename T>
Var one_by_one(Tape<T>& tape, Var h, Var e, const EdgeIndex& edges, const Segments& graphs,
               const std::vector<GatedLayer<T>>& layers, const GatedOptions& options) {
  const bool plain = !options.graph_norm && (!options.training || options.dropout == 0.0);
  for (const GatedLayer<T>& layer : layers) {
    // The fused layer's norms know one rank's rows alone.
    if (tape.backend() == Backend::cuda && plain && edges.edges > 0 && communicator() == nullptr) {
      const GatedResults results = gated_layer(tape, h, e, edges, layer, options.training);
      h = results.nodes;
      e = results.edges;
      continue;
    }
    const Gated gated = gated_sum(tape, linear(tape, h, layer.node_weight, layer.node_bias),
                                  linear(tape, e, layer.edge_weight, layer.edge_bias), edges);
    const auto norm = [&](Var x, const NormVars<T>& vars, Var before) {
      const Var y = batch_norm(tape, x, vars.gamma, vars.beta, vars.running,
                               {options.training, true}, layer.residual ? before : Var{});
      return dropout(tape, y, {options.dropout, options.training, options.seed});
    };
    h = norm(options.graph_norm ? graph_norm(tape, gated.nodes, graphs) : gated.nodes,
             layer.node_norm, h);
    e = norm(gated.edges, layer.edge_norm, e);
  }
  return h;
}

template <typename T>
Var all_rows(Tape<T>& tape, const PickedRows& x) {
  return x.picked() ? gather(tape, x.rows, x.pick) : x.rows;
}

/// Picked still, if products of the rows that are picked from are much less work.
template <typename T>
PickedRows few_rows(Tape<T>& tape, const PickedRows& x) {
  return x.picked() && 4 * x.pick.rows <= x.pick.count ? x : PickedRows{all_rows(tape, x)};
}

template <typename T>
void check_layers(Tape<T>& tape, const PickedRows& h, const PickedRows& e, const EdgeIndex& edges,
                  const std::vector<GatedLayer<T>>& layers) {
  const auto rows = [&](const PickedRows& x, std::int64_t count, const char* what) {
    check_equal(x.picked() ? x.pick.count : tape.rows(x.rows), count, what);
    if (x.picked()) check_equal(tape.rows(x.rows), x.pick.rows, what);
  };
  rows(h, edges.nodes, "gated_stack: nodes");
  rows(e, edges.edges, "gated_stack: edges");
  std::int64_t in = tape.columns(h.rows);
  check_equal(tape.columns(e.rows), in, "gated_stack: columns of the edges");
  for (const GatedLayer<T>& layer : layers) {
    const std::int64_t out = tape.columns(layer.edge_weight);
    check_shape(tape, layer.node_weight, in, 4 * out, "gated_stack: weight of the nodes");
    check_shape(tape, layer.edge_weight, in, out, "gated_stack: weight of the edges");
    check_shape(tape, layer.node_bias, 1, 4 * out, "gated_stack: bias of the nodes");
    check_shape(tape, layer.edge_bias, 1, out, "gated_stack: bias of the edges");
    const auto norm = [&](const NormVars<T>& vars) {
      check_shape(tape, vars.gamma, 1, out, "gated_stack: gamma");
      check_shape(tape, vars.beta, 1, out, "gated_stack: beta");
    };
    norm(layer.node_norm);
    norm(layer.edge_norm);
    if (layer.residual) check_equal(out, in, "gated_stack: columns of a layer with a residual");
    in = out;
  }
}

} // namespace

template <typename T>
Var gated_stack(Tape<T>& tape, const PickedRows& h, const PickedRows& e, const EdgeIndex& edges,
                const Segments& graphs, const std::vector<GatedLayer<T>>& layers,
                const GatedOptions& options) {
  check_layers(tape, h, e, edges, layers);
  const bool plain = !options.graph_norm && (!options.training || options.dropout == 0.0);
  bool walks = plain && GatedWalk<T>::serves(tape, edges, graphs, layers);
  if (Communicator* const ranks = communicator(); ranks != nullptr && options.training) {
    // The two ways add their sums in another order: all ranks go the same.
    int no = walks ? 0 : 1;
    ranks->sum(&no, 1);
    walks = no == 0;
  }
  if (!walks)
    return one_by_one(tape, all_rows(tape, h), all_rows(tape, e), edges, graphs, layers, options);
  const PickedRows nodes = few_rows(tape, h), between = few_rows(tape, e);
  const auto walk =
      std::make_shared<GatedWalk<T>>(tape, nodes, between, edges, graphs, layers, options.training);
  const Var result = tape.make(edges.nodes, tape.columns(layers.back().edge_weight));
  walk->forward(tape, tape.value(result).data);
  std::vector<Var> arguments{nodes.rows, between.rows};
  for (const GatedLayer<T>& layer : layers)
    arguments.insert(arguments.end(), {layer.node_weight, layer.node_bias, layer.edge_weight,
                                       layer.edge_bias, layer.node_norm.gamma, layer.node_norm.beta,
                                       layer.edge_norm.gamma, layer.edge_norm.beta});
  tape.record({result}, arguments,
              [walk, result](Tape<T>& back) { walk->backward(back, back.grad(result).data); });
  return result;
}

template Var gated_stack(Tape<float>&, const PickedRows&, const PickedRows&, const EdgeIndex&,
                         const Segments&, const std::vector<GatedLayer<float>>&,
                         const GatedOptions&);
template Var gated_stack(Tape<double>&, const PickedRows&, const PickedRows&, const EdgeIndex&,
                         const Segments&, const std::vector<GatedLayer<double>>&,
                         const GatedOptions&);

} // namespace canon::nn
