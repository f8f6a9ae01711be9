#pragma once

#include <canon/graph.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace canon::lab {

/// (n, degree, lambda, mu): every vertex has `degree` neighbours, two of them that are joined have
/// lambda in common and two that are not have mu.
struct StronglyRegular {
  std::size_t n = 0, degree = 0, lambda = 0, mu = 0;

  friend auto operator<=>(const StronglyRegular&, const StronglyRegular&) = default;
};

/// Nothing if the graph is not strongly regular; complete and empty graphs are not.
[[nodiscard]] std::optional<StronglyRegular> strongly_regular(const Graph& graph);

/// "(16, 6, 2, 2)"
[[nodiscard]] std::string text(const StronglyRegular& parameters);

/// Graphs of the same parameters, no two of them isomorphic.
struct StronglyRegularFamily {
  StronglyRegular parameters;
  std::vector<Graph> graphs; ///< at least two
};

/// All that can be made here: rook's graphs, Shrikhande's, Paley's and Petersen's; triangular
/// graphs and the three of Chang; Latin square graphs of the groups of order up to 9. Ordered by
/// their parameters. Colour refinement and its variant on pairs (3-WL) distinguish none of a
/// family.
[[nodiscard]] std::vector<StronglyRegularFamily> strongly_regular_families();

} // namespace canon::lab
