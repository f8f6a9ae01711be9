#pragma once

#include "dataset/hard_set.hpp"

#include <canon/canonize.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace canon::lab {

/// How the graphs of a group are encoded and compared, without training.
struct DistinctionOptions {
  Level level = Level::label;
  /// Of the encoding; all_columns: as many as the graph has vertices.
  std::vector<std::size_t> columns = {8, 16, all_columns};
  std::size_t relabellings = 32; ///< of each graph
  /// Largest difference of two vectors of random features that counts as none. Rounding gives some
  /// 1e-11 at most, other graphs 1e-7 and more: Distinction has the margins.
  double tolerance = 1e-9;
  std::uint64_t seed = 0; ///< of features and relabellings

  static constexpr std::size_t all_columns = 0;
};

/// What the features showed of some graphs and pairs, and by which margins.
struct Distinction {
  std::size_t graphs = 0;
  std::size_t kept = 0; ///< have the same features after every relabelling
  std::size_t pairs = 0;
  std::size_t distinguished = 0; ///< both graphs keep their features, and these differ
  double worst_kept = 0.0;       ///< the largest change of a graph that counts as none
  double least_moved = nothing;  ///< the smallest that counts as one
  double worst_equal = 0.0;      ///< the same of two graphs that both keep their features
  double least_different = nothing;

  static constexpr double nothing = std::numeric_limits<double>::infinity();

  Distinction& operator+=(const Distinction& other);
};

/// For one choice of columns.
struct ColumnsDistinction {
  Distinction rows;  ///< by RandomFeatures::rows
  Distinction edges; ///< by RandomFeatures::edges

  ColumnsDistinction& operator+=(const ColumnsDistinction& other);
};

/// An entry for each of options.columns. `index` is the place of the group in its set and decides
/// the relabellings. A graph whose features have changed for every choice of columns is not
/// relabelled further. ArgumentError, SolverError.
[[nodiscard]] std::vector<ColumnsDistinction>
distinguish(const GraphGroup& group, const DistinctionOptions& options, std::size_t index);

} // namespace canon::lab
