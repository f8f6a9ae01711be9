#include "dataset/sat.hpp"

#include <canon/error.hpp>

#include <cstdlib>
#include <string>
#include <z3++.h>

namespace canon::lab {

struct SatSolver::Z3 {
  z3::context context; // costs more than a small formula, so it is kept
};

SatSolver::SatSolver() : z3_(std::make_unique<Z3>()) {}
SatSolver::SatSolver(SatSolver&&) noexcept = default;
SatSolver& SatSolver::operator=(SatSolver&&) noexcept = default;
SatSolver::~SatSolver() = default;

bool SatSolver::satisfiable(const Formula& formula) {
  try {
    z3::context& context = z3_->context;
    z3::solver solver(context, "QF_FD");
    z3::expr_vector variables(context);
    for (std::size_t v = 0; v < formula.variables; ++v)
      variables.push_back(context.bool_const(("v" + std::to_string(v)).c_str()));
    for (const Clause& clause : formula.clauses) {
      z3::expr_vector literals(context);
      for (const Literal literal : clause) {
        const auto variable = static_cast<std::size_t>(std::abs(std::int64_t{literal}));
        if (variable < 1 || variable > formula.variables)
          throw ArgumentError("formula: expected literals of the variables 1.." +
                              std::to_string(formula.variables) + ", got " +
                              std::to_string(literal));
        const z3::expr positive = variables[static_cast<int>(variable - 1)];
        literals.push_back(literal > 0 ? positive : !positive);
      }
      solver.add(z3::mk_or(literals));
    }
    const z3::check_result result = solver.check();
    if (result == z3::unknown) throw SolverError("z3 gave up: " + solver.reason_unknown());
    return result == z3::sat;
  } catch (const z3::exception& error) {
    throw SolverError(std::string("z3: ") + error.msg());
  }
}

} // namespace canon::lab
