#pragma once

#include "dataset/exp.hpp"
#include "dataset/planar_formula.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace canon::lab {

struct ExpGeneratorOptions {
  std::size_t pairs = 600;
  std::uint64_t seed = 0;
  std::vector<std::size_t> core_lengths = {4, 6, 8, 10}; ///< drawn with equal chances
  PlanarFormulaOptions formula;
};

/// Draws until a pair holds: a core pair beside one random planar formula, satisfiable and without
/// duplicate clauses. The formula's vertices come first, the core's last, as in the published file.
/// The pair passes check_pair, or SolverError.
[[nodiscard]] ExpPair random_exp_pair(const ExpGeneratorOptions& options, Rng& rng,
                                      SatSolver& solver);

/// The whole set. Pair i depends on the seed and on the pairs before it only, whatever `threads`;
/// no two pairs have isomorphic formulas. `done` is called after every pair, in order, by one
/// thread at a time. Throws ArgumentError for options out of their domain and SolverError if no
/// new formula is found in 1000 draws.
[[nodiscard]] ExpDataset generate_exp(const ExpGeneratorOptions& options, std::size_t threads,
                                      const std::function<void()>& done = {});

} // namespace canon::lab
