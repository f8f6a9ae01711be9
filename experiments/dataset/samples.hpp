#pragma once

#include "dataset/exp.hpp"
#include "dataset/rows.hpp"
#include "model/graph_sample.hpp"

#include <optional>

namespace canon::lab {

/// A graph as a model wants it: every edge in both directions, integer labels of its vertices as
/// node types if it has any; features, encoding and label are still to be filled in.
[[nodiscard]] nn::GraphSample sample_of(const Graph& graph);

/// The graphs of EXP with their labels. With `features` (2 + k columns a node, see rse.hpp) these
/// are the node's real features and there are no types; otherwise types alone.
struct NodeFeatures;
[[nodiscard]] std::vector<nn::GraphSample> exp_samples(const ExpDataset& data,
                                                       const NodeFeatures* features);

} // namespace canon::lab
