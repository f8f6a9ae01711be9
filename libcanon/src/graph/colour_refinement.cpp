#include "graph/colouring.hpp"

#include <canon/colour_refinement.hpp>

#include <cstdint>
#include <vector>

namespace canon {

bool colour_refinement_equal(const Graph& a, const Graph& b) {
  if (num_vertices(a) != num_vertices(b)) return false;
  // Side by side, so that equal colours mean the same in both.
  const ClassedGraph both = classed_graph(disjoint_union(a, b), true);
  Colouring colouring(both.vertex_kind.size());
  colouring.refine(both.vertex_kind);
  while (colouring.refine_over_edges(both)) {
  }
  std::vector<std::int64_t> surplus(colouring.count(), 0);
  for (std::size_t v = 0; v < both.vertex_kind.size(); ++v)
    surplus[colouring[v]] += v < num_vertices(a) ? 1 : -1;
  for (const std::int64_t count : surplus)
    if (count != 0) return false;
  return true;
}

} // namespace canon
