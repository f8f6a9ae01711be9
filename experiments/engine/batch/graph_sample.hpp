#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace canon::nn {

/// One graph as a model wants it, on the host. Undirected edges are there in both directions.
struct GraphSample {
  int nodes = 0;
  std::vector<int> tail, head; ///< of each directed edge; in any order
  int node_types = 0;          ///< how many integer features a node has (0: none)
  std::vector<int> node_type;  ///< nodes x node_types
  int edge_types = 0;
  std::vector<int> edge_type;   ///< edges x edge_types
  int width = 0;                ///< how many real features a node has
  std::vector<double> features; ///< nodes x width
  int encoding_width = 0;       ///< columns of the positional encoding
  std::vector<double> encoding; ///< nodes x encoding_width
  std::vector<double>
      eigenvalues;            ///< encoding_width of them, NaN where the graph has none; or empty
  std::vector<double> target; ///< of the graph: numbers to predict, NaN where one is missing
  int label = -1;             ///< of the graph: its class, or -1
};

/// ArgumentError in one line if the parts do not fit together; `what` names the graph.
void check(const GraphSample& sample, const std::string& what);

} // namespace canon::nn
