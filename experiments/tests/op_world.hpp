#pragma once

#include "batch/graph_batch.hpp"

#include <canon/random.hpp>

#include <limits>
#include <set>
#include <string>
#include <vector>

/// Graphs for the cases of op_cases.hpp.
namespace canon::nn::test {

struct WorldSize {
  std::string name;
  int graphs = 1, nodes = 1, edges = 0; ///< in all; edges are directed, an even number
  int width = 1, heads = 1;             ///< width a multiple of heads
};

/// Small sizes that trip kernels: one row, no edge, widths that fill no vector, more than a block.
inline std::vector<WorldSize> awkward_sizes() {
  return {{"one node", 1, 1, 0, 1, 1},
          {"one edge", 1, 2, 2, 3, 1},
          {"isolated nodes", 3, 9, 8, 6, 2},
          {"two blocks of rows", 4, 70, 132, 21, 3}};
}

inline int draw_below(Rng& rng, int bound) {
  return static_cast<int>(uniform_below(rng, static_cast<std::uint64_t>(bound)));
}

inline double draw(Rng& rng, double low, double high) {
  return low + (high - low) * uniform01(rng);
}

/// The first graph takes what the others leave; each of those has nodes / graphs of them.
inline std::vector<GraphSample> random_samples(const WorldSize& size, std::uint64_t seed) {
  std::vector<GraphSample> samples(static_cast<std::size_t>(size.graphs));
  int nodes_left = size.nodes, edges_left = size.edges;
  for (int g = size.graphs - 1; g >= 0; --g) {
    Rng rng = trial_rng(seed, static_cast<std::uint64_t>(g));
    GraphSample& sample = samples[static_cast<std::size_t>(g)];
    sample.nodes = g > 0 ? size.nodes / size.graphs : nodes_left;
    const int wanted = g > 0 ? size.edges / size.graphs / 2 * 2 : edges_left;
    nodes_left -= sample.nodes;
    std::set<std::pair<int, int>> taken;
    while (static_cast<int>(taken.size()) < wanted &&
           static_cast<int>(taken.size()) < sample.nodes * (sample.nodes - 1)) {
      const int u = draw_below(rng, sample.nodes);
      const int v = draw_below(rng, sample.nodes);
      if (u == v) continue;
      taken.insert({u, v});
      taken.insert({v, u});
    }
    edges_left -= static_cast<int>(taken.size());
    for (const auto& [u, v] : taken) {
      sample.tail.push_back(u);
      sample.head.push_back(v);
    }
    sample.node_types = sample.edge_types = 1;
    for (int i = 0; i < sample.nodes; ++i)
      sample.node_type.push_back(draw_below(rng, 5));
    for (std::size_t i = 0; i < sample.tail.size(); ++i)
      sample.edge_type.push_back(draw_below(rng, 3));
    sample.label = draw_below(rng, size.width);
    for (int i = 0; i < size.width; ++i)
      sample.target.push_back(draw(rng, 0.0, 1.0));
  }
  return samples;
}

/// A batch and the samples that it is made of.
template <typename T>
class World {
public:
  World(Pool& pool, const WorldSize& size, std::uint64_t seed)
      : size_(size), samples_(random_samples(size, seed)), batch_(pool, pointers(samples_)) {
    Rng rng = trial_rng(seed, 1000000);
    std::vector<T> targets(static_cast<std::size_t>(batch_.nodes() * size.width));
    for (T& target : targets)
      target = uniform01(rng) < 0.25 ? std::numeric_limits<T>::quiet_NaN() : T(draw_below(rng, 2));
    targets_ = array_of(pool, targets);
  }

  [[nodiscard]] const WorldSize& size() const { return size_; }
  [[nodiscard]] const GraphBatch<T>& batch() const { return batch_; }
  /// nodes x width of 0 and 1, NaN where one is missing.
  [[nodiscard]] Matrix<const T> targets() const {
    return {targets_.data(), batch_.nodes(), size_.width};
  }

private:
  static std::vector<const GraphSample*> pointers(const std::vector<GraphSample>& samples) {
    std::vector<const GraphSample*> all;
    for (const GraphSample& sample : samples)
      all.push_back(&sample);
    return all;
  }

  WorldSize size_;
  std::vector<GraphSample> samples_;
  GraphBatch<T> batch_;
  Array<T> targets_;
};

} // namespace canon::nn::test
