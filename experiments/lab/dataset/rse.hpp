#pragma once

#include "dataset/exp.hpp"
#include "dataset/rows.hpp"

#include <canon/encoding.hpp>

#include <functional>

namespace canon::lab {

/// k columns of U sqrt(Lambda) of I + D^-1/2 A D^-1/2, low frequencies first, at level map; at
/// level label the longest axis comes first. By component a core gets the same columns in whatever
/// company; not at level none.
[[nodiscard]] EncodingOptions rse_encoding(std::size_t k = 16);

/// Node features of a whole data set, graph after graph.
struct NodeFeatures {
  Rows rows;                        ///< 2 + k columns
  std::vector<std::size_t> offsets; ///< graph i has the rows offsets[i] .. offsets[i+1]-1
  std::size_t settled = 0;          ///< columns (of all graphs) with a canonical basis
  std::size_t unsettled = 0;        ///< columns without
};

/// For every node its type, one-hot (clause, literal), then the columns of the encoding, zeros
/// where a graph has fewer; types count as labels. The same bits for any number of threads. `done`
/// is called after every graph, in order.
[[nodiscard]] NodeFeatures rse_features(const std::vector<Graph>& graphs,
                                        const EncodingOptions& encoding, std::size_t threads,
                                        const std::function<void()>& done = {});

} // namespace canon::lab
