#pragma once

#include "autograd/batch_norm.hpp"
#include "autograd/index.hpp"

#include <vector>

namespace canon::nn {

/// One layer of a gated stack: in x 4 out, [A | B | D | E], of the nodes, in x out, C, of the
/// edges, each with a bias.
template <typename T>
struct GatedLayer {
  Var node_weight, node_bias, edge_weight, edge_bias;
  NormVars<T> node_norm, edge_norm;
  bool residual;
};

/// Rows as they are, or, with a pick, those that it takes from them: with a few different rows a
/// product is one of these.
struct PickedRows {
  Var rows;
  Pick pick{};

  [[nodiscard]] bool picked() const { return pick.rows > 0; }
};

struct GatedOptions {
  bool training = true;
  bool graph_norm = false; ///< of h', before the batch norm
  double dropout = 0.0;    ///< of h and e after each layer, in training
  std::uint64_t seed = 0;  ///< of the dropout
};

/// The layers of GatedGCN one after the other: of nodes h and edges e
///   h', e' = gated_sum(h [A | B | D | E], e C)
///   h, e = dropout([h, e +] relu(batch_norm([graph_norm] h', e'))).
/// Returns the last h. On the CPU a layer walks the batch once each way, some graphs at a time; a
/// graph norm or a dropout takes the operations one by one.
template <typename T>
Var gated_stack(Tape<T>& tape, const PickedRows& h, const PickedRows& e, const EdgeIndex& edges,
                const Segments& graphs, const std::vector<GatedLayer<T>>& layers,
                const GatedOptions& options);

} // namespace canon::nn
