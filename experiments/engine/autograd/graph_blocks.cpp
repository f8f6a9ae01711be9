#include "autograd/graph_blocks.hpp"

#include <algorithm>

namespace canon::nn {
namespace {

std::int64_t largest_step(const std::vector<int>& offset) {
  int most = 0;
  for (std::size_t i = 1; i < offset.size(); ++i)
    most = std::max(most, offset[i] - offset[i - 1]);
  return most;
}

} // namespace

std::int64_t GraphBlocks::most_nodes() const {
  return largest_step(node);
}

std::int64_t GraphBlocks::most_edges() const {
  return largest_step(edge);
}

GraphBlocks cut_into_blocks(const EdgeIndex& edges, const Segments& graphs, std::int64_t nodes,
                            std::int64_t parts) {
  GraphBlocks blocks;
  blocks.node.push_back(0);
  for (std::int64_t g = 1; g <= graphs.count; ++g) {
    // Before the graph that would make the block larger by more than it is too small now.
    const std::int64_t begin = blocks.node.back(), here = graphs.offset[g];
    const bool last = g == graphs.count;
    const std::int64_t next = last ? here : graphs.offset[g + 1];
    if (last || next - begin - nodes > nodes - (here - begin))
      blocks.node.push_back(graphs.offset[g]);
  }
  for (const int node : blocks.node)
    blocks.edge.push_back(edges.head_offset[node]);
  const std::int64_t count = blocks.count(), each = (count + parts - 1) / parts;
  for (std::int64_t block = 0; block < count; block += each)
    blocks.part.push_back(static_cast<int>(block));
  blocks.part.push_back(static_cast<int>(count));
  return blocks;
}

} // namespace canon::nn
