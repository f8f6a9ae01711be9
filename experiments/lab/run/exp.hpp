#pragma once

#include "report/report.hpp"
#include "run/config.hpp"
#include "run/options.hpp"

#include <vector>

namespace canon::lab {

/// The EXP experiment: cross-validation of every row on the same data.
struct ExpRun {
  RunOptions options;
  Config config = Config::built_in("exp");
  std::vector<std::string> rows; ///< none: all; those for it if the run is quick
  std::filesystem::path file;    ///< in the format of EXP; none: data are generated
  std::size_t pairs = 600;       ///< to generate
  bool file_order = false;       ///< nodes and folds as in the file: the careless protocol
  int epochs = 0;                ///< 0: as the settings say
  int folds = 0;                 ///< of how many; 0: as the settings say
  int only_folds = 0;            ///< how many of them are trained; 0: all
};

/// All that decides the result.
[[nodiscard]] Json exp_configuration(const ExpRun& run);

/// Trains, or resumes training: each row's folds have their checkpoints in `options.out`. Settings
/// and data are checked before anything is written: ArgumentError, ReadError, ParseError.
[[nodiscard]] Report run_exp(ExpRun run);

/// Trains only the folds that run.options.share gives to this process.
void run_exp_part(ExpRun run);

} // namespace canon::lab
