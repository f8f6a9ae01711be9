#include "batch/graph_sample.hpp"

#include "device/error.hpp"

#include <algorithm>

namespace canon::nn {
namespace {

void expect(std::size_t got, std::size_t expected, const std::string& what) {
  if (got != expected)
    throw ArgumentError(what + ": expected " + std::to_string(expected) + ", got " +
                        std::to_string(got));
}

} // namespace

void check(const GraphSample& sample, const std::string& what) {
  if (sample.nodes < 1) throw ArgumentError(what + ": expected a graph with at least one node");
  const auto nodes = static_cast<std::size_t>(sample.nodes);
  expect(sample.head.size(), sample.tail.size(), what + ": heads of edges");
  for (const std::vector<int>* ends : {&sample.tail, &sample.head})
    for (const int end : *ends)
      if (end < 0 || end >= sample.nodes)
        throw ArgumentError(what + ": expected the ends of edges in [0, " +
                            std::to_string(sample.nodes) + "), got " + std::to_string(end));
  expect(sample.node_type.size(), nodes * static_cast<std::size_t>(sample.node_types),
         what + ": integer features of nodes");
  expect(sample.edge_type.size(), sample.tail.size() * static_cast<std::size_t>(sample.edge_types),
         what + ": integer features of edges");
  expect(sample.features.size(), nodes * static_cast<std::size_t>(sample.width),
         what + ": real features of nodes");
  expect(sample.encoding.size(), nodes * static_cast<std::size_t>(sample.encoding_width),
         what + ": positional encoding");
}

} // namespace canon::nn
