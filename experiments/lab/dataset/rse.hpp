#pragma once

#include "dataset/exp.hpp"
#include "dataset/rows.hpp"

#include <canon/canonize.hpp>

#include <functional>

namespace canon::lab {

struct RseOptions {
  std::size_t k = 16;                        ///< eigenvectors a node gets
  Level level = Level::map;                  ///< none: as LAPACK gives them
  AxisOrder axis_order = AxisOrder::longest; ///< at Level::label
  /// Components one by one: a core then gets the same columns in whatever company. Not at
  /// Level::none.
  bool by_component = false;
};

/// Node features of a whole data set, graph after graph.
struct NodeFeatures {
  Rows rows;                        ///< 2 + k columns
  std::vector<std::size_t> offsets; ///< graph i has the rows offsets[i] .. offsets[i+1]-1
  std::size_t settled = 0;          ///< columns (of all graphs) with a canonical basis
  std::size_t unsettled = 0;        ///< columns without
};

/// For every node its type, one-hot (clause, literal), then k columns of U sqrt(Lambda) of
/// I + D^-1/2 A D^-1/2, low frequencies first, zeros where a graph has fewer; types count as
/// labels. The same bits for any number of threads. `done` is called after every graph, in order.
[[nodiscard]] NodeFeatures rse_features(const std::vector<Graph>& graphs, const RseOptions& options,
                                        std::size_t threads,
                                        const std::function<void()>& done = {});

} // namespace canon::lab
