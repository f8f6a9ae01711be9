#pragma once

#include "batch/graph_sample.hpp"
#include "dataset/exp.hpp"
#include "dataset/rse.hpp"

namespace canon::lab {

/// Nodes and edges of a graph as a model wants them: every edge in both directions, no features.
[[nodiscard]] nn::GraphSample sample_of(const Graph& graph);

/// EXP with its labels: node types alone (two of them), or the columns of `features` instead.
[[nodiscard]] std::vector<nn::GraphSample> exp_samples(const ExpDataset& data);
[[nodiscard]] std::vector<nn::GraphSample> exp_samples(const ExpDataset& data,
                                                       const NodeFeatures& features);

} // namespace canon::lab
