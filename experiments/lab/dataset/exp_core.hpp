#pragma once

#include "dataset/formula.hpp"

namespace canon::lab {

/// The kernel of a pair of EXP: two formulas over `length` variables with 2 length clauses each,
/// one satisfiable, one not, whose planar graphs colour refinement cannot distinguish.
/// With h = length / 2: the satisfiable one has two cycles of implications, over the first and the
/// second h variables, the other one cycle over all; both say that v_i and v_(length-1-i) differ.
struct ExpCore {
  Formula formula;
  /// As in the published file: positive literals, negative literals and clauses of every cycle,
  /// then the clauses that both formulas have.
  FormulaVertices vertices;
};

/// length >= 4 and even, else ArgumentError.
[[nodiscard]] ExpCore exp_core(std::size_t length, bool satisfiable);

} // namespace canon::lab
