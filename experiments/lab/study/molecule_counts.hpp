#pragma once

#include "study/violation.hpp"

#include <canon/canonize.hpp>
#include <canon/graph.hpp>
#include <canon/spectrum.hpp>

#include <array>
#include <cstddef>
#include <map>

namespace canon::lab {

/// How many eigenvalues there are of each multiplicity.
using Multiplicities = std::map<std::size_t, std::size_t>;

/// Vectors that each level settles, and no level before it; by static_cast of Level.
using SettledBy = std::array<std::size_t, values<Level>().size()>;

struct MoleculeOptions {
  std::size_t min_nodes = 6; ///< the paper passes over graphs of up to five vertices
  double c = 10.0;           ///< in the summary vectors
};

/// What the verdicts of libcanon say of the eigenvectors of I + D^-1/2 A D^-1/2: every vector
/// counted. The first group is over all graphs, the second over those of min_nodes vertices or
/// more.
struct MoleculeCounts {
  std::size_t graphs = 0, nodes = 0, edges = 0;
  std::size_t simple = 0;     ///< eigenvalues of multiplicity one
  std::size_t equal_norm = 0; ///< of their vectors: the positive part is as long as the negative
  Multiplicities multiplicities;

  std::size_t large_graphs = 0, large_vectors = 0;
  Violations violations;
  std::size_t sign_graphs = 0;  ///< with a simple vector that violates Assumption 1
  std::size_t lost_vectors = 0; ///< in multiple spaces that violate Assumption 2 or 3
  SettledBy settled = {};       ///< from the graph alone
  SettledBy labelled = {};      ///< where atoms and bonds take part

  void join(const MoleculeCounts& other);
  [[nodiscard]] std::size_t distinct() const { return violations.simple + violations.multiple; }
  /// Simple vectors that violate Assumption 1 and all of spaces that violate 2 or 3.
  [[nodiscard]] std::size_t uncanonizable() const { return violations.assumption1 + lost_vectors; }

  bool operator==(const MoleculeCounts&) const = default;
};

/// `spectrum` is the whole one of GraphOperator::lazy_adjacency of `graph`.
[[nodiscard]] MoleculeCounts count_molecule(const Graph& graph, const Spectrum& spectrum,
                                            const MoleculeOptions& options = {});

} // namespace canon::lab
