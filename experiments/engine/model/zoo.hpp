#pragma once

#include "model/model.hpp"
#include "model/options.hpp"

#include <memory>
#include <string>
#include <vector>

namespace canon::nn {

/// A model by its name:
///   linear, deepsets, mlp   on sets of nodes
///   gcn, gin, gated_gcn, pna, graph_conv
///   san, graphit            transformers
///   ppgn                    matrices of all pairs of nodes
///   3-gcn, 1-2-3-gcn-l      sets of two and three nodes
/// ArgumentError in one line for another name, or options that do not fit together. Its parameters
/// are counted but not placed yet.
template <typename T>
[[nodiscard]] std::unique_ptr<Model<T>> make_model(const ModelOptions& options);

/// All names.
[[nodiscard]] std::vector<std::string> model_names();

} // namespace canon::nn
