#pragma once

#include "report/plot.hpp"
#include "report/table.hpp"
#include "study/molecule_set.hpp"

#include <vector>

namespace canon::lab {

using MoleculeResults = std::vector<MoleculeResult>;

// One function a table. Every row is a data set: every vector counted by our verdicts, then counted
// as published, then what the paper prints. A note says why the first two differ, where they do.

[[nodiscard]] Table sets_table(const MoleculeResults& results, std::size_t min_nodes);
[[nodiscard]] Table multiple_table(const MoleculeResults& results);
[[nodiscard]] Table canonical_sign_table(const MoleculeResults& results);
[[nodiscard]] Table assumption1_table(const MoleculeResults& results);
/// n1 and n2 and their shares of the multiple eigenvalues.
[[nodiscard]] Table assumptions23_table(const MoleculeResults& results);
/// The shares of n1 and n2 in all eigenvalues.
[[nodiscard]] Table assumptions23_of_all_table(const MoleculeResults& results);
[[nodiscard]] Table ratios_table(const MoleculeResults& results);
[[nodiscard]] Table multiplicities_table(const MoleculeResults& results);
/// What the levels beyond the paper's algorithms settle.
[[nodiscard]] Table levels_table(const MoleculeResults& results);

[[nodiscard]] Plot multiplicities_plot(const MoleculeResults& results);
[[nodiscard]] Plot ratios_plot(const MoleculeResults& results);
[[nodiscard]] Plot levels_plot(const MoleculeResults& results);

} // namespace canon::lab
