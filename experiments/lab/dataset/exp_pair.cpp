#include "dataset/exp_pair.hpp"

#include "dataset/planar.hpp"

#include <canon/colour_refinement.hpp>
#include <canon/error.hpp>
#include <canon/symmetry.hpp>

namespace canon::lab {

std::string ExpPairCheck::failure() const {
  if (!encodes) return "not both are encodings of formulas";
  if (!colours_agree) return "colour refinement distinguishes the two";
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
