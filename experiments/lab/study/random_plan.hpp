#pragma once

#include "report/table.hpp"
#include "study/ensemble.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace canon::lab {

/// One place of the grid: an ensemble, a size and, where the ensemble has one, a probability.
struct RandomCell {
  const Ensemble* ensemble = nullptr; ///< null: the rank-one change of a Bernoulli matrix
  std::size_t n = 0;
  std::optional<double> p;
  std::size_t trials = 0;

  [[nodiscard]] std::string kind() const;
  /// "er p=0.5": what the sizes of one curve have in common.
  [[nodiscard]] std::string series() const;
  /// The seed of its trials. It depends on the cell alone: the same numbers in any grid.
  [[nodiscard]] std::uint64_t seed(std::uint64_t of_the_study) const;
};

/// The whole study, before the first number is drawn.
struct RandomPlan {
  std::uint64_t seed = 0;
  EnsembleOptions options;
  std::vector<RandomCell> cells;
};

/// What is asked for.
struct RandomGrid {
  std::vector<std::string> kinds;          ///< ensembles, and "rank-one"; none: all
  std::vector<std::size_t> sizes;          ///< of every ensemble
  std::vector<std::size_t> rank_one_sizes; ///< two eigenproblems each, and only large n tell
  std::vector<double> probabilities;
  std::optional<std::size_t> trials;     ///< of every cell; else by `seconds`
  double seconds = 1.0;                  ///< to be spent on a cell, by a model of its cost
  std::size_t least = 20, most = 20'000; ///< trials of a cell, if `seconds` decides
};

[[nodiscard]] RandomGrid quick_grid();
[[nodiscard]] RandomGrid full_grid();

/// The cells, by ensemble, probability and size. ArgumentError for an unknown ensemble, a
/// probability outside [0,1], n = 0, nothing at all, or a cell its generator refuses.
[[nodiscard]] RandomPlan make_plan(const RandomGrid& grid, const EnsembleOptions& options,
                                   std::uint64_t seed);
[[nodiscard]] Json plan_json(const RandomPlan& plan);

/// Consecutive trials of one cell: what a thread takes at a time, and a line of the journal.
struct RandomChunk {
  std::size_t cell = 0, first = 0, count = 0;
};

/// Of about the same cost each, in the order of the cells. They depend on the plan alone.
[[nodiscard]] std::vector<RandomChunk> make_chunks(const RandomPlan& plan);

} // namespace canon::lab
