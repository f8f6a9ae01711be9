#pragma once

#include "autograd/index.hpp"

#include <vector>

namespace canon::nn {

/// Some graphs of a batch at a time, so that what one step of the work on them writes the next
/// finds in the cache. No edge leaves a block. Several blocks in a row make a part, which one
/// thread walks. All this depends on the batch alone, and so does the order of every sum.
struct GraphBlocks {
  std::vector<int> node, edge; ///< blocks + 1: where each begins
  std::vector<int> part;       ///< parts + 1: the first block of each

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(node.size()) - 1; }
  [[nodiscard]] std::int64_t parts() const { return static_cast<std::int64_t>(part.size()) - 1; }
  [[nodiscard]] std::int64_t most_nodes() const;
  [[nodiscard]] std::int64_t most_edges() const;
};

/// Blocks of about `nodes` nodes, in at most `parts` parts. The index arrays are the CPU's.
[[nodiscard]] GraphBlocks cut_into_blocks(const EdgeIndex& edges, const Segments& graphs,
                                          std::int64_t nodes, std::int64_t parts);

} // namespace canon::nn
