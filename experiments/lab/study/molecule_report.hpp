#pragma once

#include "report/report.hpp"
#include "study/molecule_set.hpp"

#include <vector>

namespace canon::lab {

/// The tables and plots of `study molecules`, without its stamp.
[[nodiscard]] Report molecule_report(const std::vector<MoleculeResult>& results,
                                     const MoleculeOptions& options);

} // namespace canon::lab
