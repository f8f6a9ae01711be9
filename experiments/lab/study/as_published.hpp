#pragma once

#include "study/molecule_counts.hpp"

#include <cstddef>

namespace canon::lab {

/// The same statistics as the paper's tables count them, slips and all, so that its numbers can be
/// compared with something: values are equal if they are after rounding to decimals, a graph counts
/// at most once for Assumption 1, every vector the solver returns counts, whatever its eigenvalue's
/// multiplicity. Which numbers fall together depends on round-off: another BLAS gives others.
struct PublishedCounts {
  std::size_t vectors = 0;
  std::size_t equal_norm = 0; ///< vectors whose two norms agree to 12 decimals
  Multiplicities multiplicities;

  std::size_t large_vectors = 0; ///< of graphs of min_nodes vertices or more, as all below
  std::size_t multiple = 0, distinct = 0;
  std::size_t sign_graphs = 0;                  ///< with any vector that violates Assumption 1
  std::size_t simple_sign_graphs = 0;           ///< with such a vector of a simple eigenvalue
  std::size_t assumption2 = 0, assumption3 = 0; ///< the paper's n1 and n2
  std::size_t lost_vectors = 0;                 ///< in the first space of n1 or n2 of every graph

  void join(const PublishedCounts& other);
  bool operator==(const PublishedCounts&) const = default;
};

/// Solves for itself: the solver's rounding errors are part of what is counted. SolverError.
[[nodiscard]] PublishedCounts count_as_published(const Graph& graph,
                                                 const MoleculeOptions& options = {});

} // namespace canon::lab
