#pragma once

#include "batch/graph_sample.hpp"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace canon::nn {

/// PNA's delta: the mean of log(degree + 1) over all nodes of the training set, which are the
/// samples at these places; 1 if there are no edges at all.
inline double mean_log_degree(const std::vector<GraphSample>& samples,
                              const std::vector<std::size_t>& training) {
  double sum = 0.0, nodes = 0.0;
  for (const std::size_t i : training) {
    const GraphSample& sample = samples[i];
    std::vector<int> degree(static_cast<std::size_t>(sample.nodes), 0);
    for (const int v : sample.head)
      ++degree[static_cast<std::size_t>(v)];
    for (const int d : degree)
      sum += std::log(d + 1.0);
    nodes += sample.nodes;
  }
  return sum > 0.0 ? sum / nodes : 1.0;
}

/// Of all samples.
inline double mean_log_degree(const std::vector<GraphSample>& training) {
  std::vector<std::size_t> all(training.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return mean_log_degree(training, all);
}

} // namespace canon::nn
