#pragma once

#include <canon/export.hpp>
#include <canon/graph.hpp>

namespace canon CANON_API {

/// Whether colour refinement (the 1-dimensional Weisfeiler-Leman test) gives both graphs the same
/// colours equally often, so that it cannot distinguish them. Labels of vertices are the first
/// colours; weights and labels of edges count. Message-passing networks without further features
/// distinguish no more.
///
///     canon::colour_refinement_equal(canon::cycle_graph(6), two_triangles); // true
[[nodiscard]] bool colour_refinement_equal(const Graph& a, const Graph& b);

} // namespace canon
