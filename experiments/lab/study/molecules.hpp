#pragma once

#include "report/part_journal.hpp"
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
  /// Of the journal, with which a stopped study is resumed, and of the report later; empty: none.
  std::filesystem::path out;
  bool fresh = false; ///< a stopped study in `out` is thrown away
  Share share;        ///< of run_molecule_part()
};

/// Reads all sets to their ends. ReadError or ParseError as of open_molecule_sets(), JournalError,
/// WriteError.
[[nodiscard]] Report run_molecule_study(const MoleculeStudy& study);

/// Counts only the pieces that study.share gives to this process; merge_parts() puts them together.
void run_molecule_part(const MoleculeStudy& study);

} // namespace canon::lab
