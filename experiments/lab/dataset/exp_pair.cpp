#include "dataset/exp_pair.hpp"

#include "dataset/planar.hpp"
#include "graph/colouring.hpp"

#include <canon/error.hpp>
#include <canon/symmetry.hpp>

#include <vector>

namespace canon::lab {

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

std::string ExpPairCheck::failure() const {
  if (!encodes) return "not both are encodings of formulas";
  if (!colours_agree) return "colour refinement tells the two apart";
  if (!distinct) return "the two are isomorphic";
  if (!labels_right) return "the solver does not find the first satisfiable and the second not";
  if (!planar) return "not both are planar";
  return {};
}

ExpPairCheck check_pair(const ExpPair& pair, SatSolver& solver) {
  ExpPairCheck check;
  try {
    const Formula first = formula_of(pair.satisfiable), second = formula_of(pair.unsatisfiable);
    check.encodes = true;
    check.labels_right = solver.satisfiable(first) && !solver.satisfiable(second);
  } catch (const ArgumentError&) {
    // `encodes` stays false.
  }
  check.colours_agree = colour_refinement_equal(pair.satisfiable, pair.unsatisfiable);
  check.distinct = !isomorphic(pair.satisfiable, pair.unsatisfiable);
  check.planar = is_planar(pair.satisfiable) && is_planar(pair.unsatisfiable);
  return check;
}

} // namespace canon::lab
