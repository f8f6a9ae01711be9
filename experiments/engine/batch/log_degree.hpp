#pragma once

#include "batch/graph_sample.hpp"

#include <cmath>
#include <vector>

namespace canon::nn {

/// PNA's delta: the mean of log(degree + 1) over all nodes of the training set; 1 if there are no
/// edges at all.
inline double mean_log_degree(const std::vector<GraphSample>& training) {
  double sum = 0.0, nodes = 0.0;
  for (const GraphSample& sample : training) {
    std::vector<int> degree(static_cast<std::size_t>(sample.nodes), 0);
    for (const int v : sample.head)
      ++degree[static_cast<std::size_t>(v)];
    for (const int d : degree)
      sum += std::log(d + 1.0);
    nodes += sample.nodes;
  }
  return sum > 0.0 ? sum / nodes : 1.0;
}

} // namespace canon::nn
