#pragma once

#include "dataset/exp.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace canon::lab {

/// What can be counted of a data set in the form of EXP; sums over all graphs.
struct ExpStatistics {
  std::size_t graphs = 0, pairs = 0;
  std::size_t vertices = 0, least_vertices = 0, most_vertices = 0;
  std::size_t edges = 0, least_edges = 0, most_edges = 0;
  std::size_t literals = 0, clauses = 0;
  std::size_t clause_edges = 0, negation_edges = 0;
  std::map<std::size_t, std::size_t> components; ///< graphs by their number of components
  std::size_t planar = 0;                        ///< graphs
  std::size_t labels_right = 0;                  ///< graphs, by the solver
  std::size_t colours_agree = 0, distinct = 0;   ///< pairs: 1-WL equal, not isomorphic
  /// Pairs whose eigenvalues of the normalised adjacency differ by more than the tolerance, and the
  /// smallest and largest of their largest differences.
  std::size_t spectra_differ = 0;
  double least_difference = 0.0, most_difference = 0.0;
  /// Pairs by the place (1: the largest eigenvalue) of the first difference.
  std::map<std::size_t, std::size_t> first_difference;
  std::vector<std::string> failures; ///< pairs that fail the checks, one line each
};

/// `done` is called after every pair. Deterministic whatever `threads`.
[[nodiscard]] ExpStatistics exp_statistics(const ExpDataset& data, std::size_t threads,
                                           const std::function<void()>& done = {});

/// Of the published file of 600 pairs; a test holds it to the file.
[[nodiscard]] const ExpStatistics& published_exp_statistics();

/// One column per data set, with the names of the columns.
[[nodiscard]] std::string
statistics_table(const std::vector<std::pair<std::string, ExpStatistics>>& columns);

} // namespace canon::lab
