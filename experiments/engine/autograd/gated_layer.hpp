#pragma once

#include "autograd/gated_stack.hpp"

namespace canon::nn {

/// The results of a layer of GatedGCN: nodes n x d, edges m x d.
struct GatedResults {
  Var nodes, edges;
};

/// One layer of gated_stack() without graph norm and dropout as one operation, for a device: the
/// normalisations of nodes and edges share their launches, the sigmoids of the gates and the way
/// back through the edges' normalisation are computed where they are used, and the gradient of the
/// edges' bias comes out of that of the nodes'.
template <typename T>
GatedResults gated_layer(Tape<T>& tape, Var h, Var e, const EdgeIndex& edges,
                         const GatedLayer<T>& layer, bool training);

} // namespace canon::nn
