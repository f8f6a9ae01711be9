#pragma once

#include "cli/program.hpp"

namespace canon::tool {

/// The program canon-lab.
[[nodiscard]] const Program& lab_program();

// Its commands; each gets the words after its name.
int run_generate(const Words& words);
int run_merge_parts(const Words& words);
int run_models(const Words& words);
int run_study(const Words& words);
int run_study_molecules(const Words& words);
int run_study_random(const Words& words);
int run_experiment(const Words& words); ///< "run", which chooses among those below
int run_all(const Words& words);
int run_basis_isomorphism(const Words& words);
int run_exp(const Words& words);
int run_expressivity(const Words& words);
int run_verification(const Words& words);
int run_zinc(const Words& words);
int run_moltox21(const Words& words);
int run_molpcba(const Words& words);
int run_k_sweep(const Words& words);
int run_ablation(const Words& words);
int run_time_table(const Words& words);

} // namespace canon::tool
