#pragma once

#include <canon/graph.hpp>

#include <optional>
#include <vector>

namespace canon::lab {

/// Boyer and Myrvold's test.
[[nodiscard]] bool is_planar(const Graph& graph);

/// The neighbours of every vertex in cyclic order around it, in a drawing without crossings;
/// nothing if there is none.
[[nodiscard]] std::optional<std::vector<std::vector<Vertex>>> planar_rotations(const Graph& graph);

} // namespace canon::lab
