#pragma once

#include <canon/export.hpp>
#include <canon/graph.hpp>

#include <cstdint>
#include <vector>

namespace canon CANON_API {

/// A bijection of the vertices: v goes to map[v].
using VertexMap = std::vector<Vertex>;

/// What counts as a symmetry, and how long to search for it.
struct SymmetryOptions {
  bool labels = true; ///< vertex and edge labels must be kept; weights always are
  /// Nodes of the search tree after which the search gives up: strongly regular graphs, CFI graphs
  /// and incidence graphs of projective planes can ask for very many.
  std::uint64_t max_nodes = 200'000;
};

/// The symmetry of a graph with its weights and labels.
struct Symmetry {
  bool complete = true; ///< false: the search gave up and only `nodes` means anything
  std::uint64_t nodes = 0;
  /// The canonical labelling: vertex v becomes vertex labelling[v]. relabel(graph, labelling) is
  /// the same graph for every relabelling of the input; the labelling itself is fixed up to
  /// automorphism.
  VertexMap labelling;
  /// Vertices that an automorphism maps to each other have the same number; orbits are numbered in
  /// order of their first canonical place, so that the numbers are the same for every relabelling.
  std::vector<std::uint32_t> orbit;
  std::size_t orbits = 0;
  /// Automorphisms that generate all others; empty for a rigid graph.
  std::vector<VertexMap> generators;
};

/// Automorphisms and a canonical labelling, by bliss.
[[nodiscard]] Symmetry find_symmetry(const Graph& graph, const SymmetryOptions& options = {});

/// Whether the map keeps edges, weights (exactly) and, if asked for, labels. Looks at the graph
/// alone, so that it can check what a search claims.
[[nodiscard]] bool is_automorphism(const Graph& graph, const VertexMap& map, bool labels = true);

/// Whether some bijection maps one graph to the other, labels and weights included. Throws
/// SolverError if the search for canonical labellings gives up.
[[nodiscard]] bool isomorphic(const Graph& a, const Graph& b, const SymmetryOptions& options = {});

} // namespace canon
