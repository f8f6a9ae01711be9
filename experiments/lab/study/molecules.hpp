#pragma once

#include "report/report.hpp"
#include "study/molecule_counts.hpp"
#include "train/progress.hpp"

#include <filesystem>
#include <vector>

namespace canon::lab {

/// The violation study on molecules.
struct MoleculeStudy {
  std::vector<std::filesystem::path> paths; ///< as of open_molecule_sets()
  MoleculeOptions options;
  std::size_t threads = 1;
  Progress* progress = &Progress::silent(); ///< not null; outlives the study
};

/// Reads all sets to their ends. ReadError or ParseError as of open_molecule_sets().
[[nodiscard]] Report run_molecule_study(const MoleculeStudy& study);

} // namespace canon::lab
