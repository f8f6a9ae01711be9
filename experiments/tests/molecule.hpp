#pragma once

#include "batch/graph_sample.hpp"

#include <canon/random.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace canon::nn::test {

/// A graph like ZINC's: a tree with three further bonds, 23 atoms in the mean, an encoding of
/// `columns` numbers per atom and one target.
inline GraphSample molecule(Rng& rng, int columns) {
  GraphSample sample;
  sample.nodes = 16 + static_cast<int>(uniform_below(rng, 15));
  const auto below = [&](int n) {
    return static_cast<int>(uniform_below(rng, static_cast<std::uint64_t>(n)));
  };
  std::set<std::pair<int, int>> bonds;
  for (int v = 1; v < sample.nodes; ++v)
    bonds.emplace(std::max(0, v - 1 - below(3)), v);
  for (std::size_t goal = bonds.size() + 3; bonds.size() < goal;) {
    const int a = below(sample.nodes), b = below(sample.nodes);
    if (a < b) bonds.emplace(a, b);
  }
  sample.node_types = sample.edge_types = 1;
  for (const auto& [a, b] : bonds) {
    const int type = 1 + below(3);
    sample.tail.insert(sample.tail.end(), {a, b});
    sample.head.insert(sample.head.end(), {b, a});
    sample.edge_type.insert(sample.edge_type.end(), {type, type});
  }
  sample.encoding_width = columns;
  for (int v = 0; v < sample.nodes; ++v)
    sample.node_type.push_back(below(28));
  for (int i = 0; i < sample.nodes * columns; ++i)
    sample.encoding.push_back(0.2 * normal(rng));
  sample.target = {normal(rng)};
  return sample;
}

} // namespace canon::nn::test
