#pragma once

#include "report/report.hpp"
#include "run/config.hpp"
#include "run/molecule_benchmark.hpp"
#include "run/options.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace canon::lab {

/// A table of molecules: every row trained with every seed, several at once.
struct MoleculeRun {
  RunOptions options;
  std::string name = "zinc";      ///< of the record
  std::string title = "ZINC";     ///< of the report
  std::string benchmark = "zinc"; ///< the set of molecules
  Config config = Config::built_in("zinc");
  std::vector<std::string> rows; ///< none: all; those for it if the run is quick
  std::filesystem::path data;    ///< in OGB's layout; none: generated if the run is quick
  std::filesystem::path cache;   ///< of encodings; none: cache/ in options.out
  int seeds = 0;                 ///< the first so many; 0: as the settings say
  int epochs = 0;                ///< at most; 0: as the settings say
  /// Measures the preparation of the data, too, and reports times beside the paper's.
  bool time_table = false;
  bool one_at_a_time = false; ///< each run has all threads, so that times can be compared
};

/// All that decides the result, apart from what the data files hold.
[[nodiscard]] Json molecule_configuration(const MoleculeRun& run);

/// Trains, or resumes training: every row and seed has its checkpoint in `options.out`. The report
/// also shows rows and seeds of the same settings and data that an earlier run in that folder
/// brought to an end. Settings and data are checked before anything is written: ArgumentError,
/// ReadError, ParseError.
[[nodiscard]] Report run_molecules(MoleculeRun run);

/// Trains only the rows and seeds that run.options.share gives to this process.
void run_molecules_part(MoleculeRun run);

} // namespace canon::lab
