#pragma once

#include "pictures/svg.hpp"

#include <canon/graph.hpp>

#include <vector>

namespace canon::pictures {

using Layout = std::vector<Point>; ///< one point per vertex, centred, one unit about an edge long

/// Vertices in their order around a circle, the first one at the top.
[[nodiscard]] Layout circle_layout(std::size_t n);

/// Distances on paper as near as can be to distances in the graph (stress majorization from a
/// circle), rotated so that the longest extent lies flat. Connected graphs.
[[nodiscard]] Layout stress_layout(const Graph& graph);

} // namespace canon::pictures
