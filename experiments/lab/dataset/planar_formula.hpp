#pragma once

#include "dataset/formula.hpp"

#include <canon/random.hpp>

namespace canon::lab {

/// What a random planar formula may look like. The defaults give formulas like those of the
/// published EXP file.
struct PlanarFormulaOptions {
  std::size_t small = 12, large = 15; ///< variables and clauses together, before splitting
  double share_of_large = 0.15;
  std::size_t widest = 5; ///< wider clauses are split in two by a new variable
};

/// Draws once: a random planar bipartite graph of variables and clauses, every vertex of degree 2
/// or more, too wide clauses split, signs at random. The graph of the formula is nearly always, but
/// not certainly, planar; it may be unsatisfiable or hold a clause twice. Throws ArgumentError
/// unless 6 <= small <= large <= 200, 0 <= share_of_large <= 1 and widest >= 3.
[[nodiscard]] Formula random_planar_formula(const PlanarFormulaOptions& options, Rng& rng);

/// Replaces every clause wider than `widest` (>= 3) by two that share a new variable, positive in
/// one and negative in the other, until none is left. Each takes a run of neighbours in a planar
/// drawing of variables and clauses, so that the drawing stays one. Satisfiable exactly if
/// `formula` is. Throws ArgumentError if variables and clauses have no planar drawing.
[[nodiscard]] Formula split_wide_clauses(Formula formula, std::size_t widest, Rng& rng);

} // namespace canon::lab
