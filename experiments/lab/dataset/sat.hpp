#pragma once

#include "dataset/formula.hpp"

#include <memory>

namespace canon::lab {

/// Decides satisfiability by z3's solver for finite domains. One object serves one thread at a
/// time.
class SatSolver {
public:
  SatSolver();
  SatSolver(SatSolver&&) noexcept;
  SatSolver& operator=(SatSolver&&) noexcept;
  ~SatSolver();

  /// Throws ArgumentError if a literal names no variable, SolverError if z3 does not decide.
  [[nodiscard]] bool satisfiable(const Formula& formula);

private:
  struct Z3;
  std::unique_ptr<Z3> z3_;
};

} // namespace canon::lab
