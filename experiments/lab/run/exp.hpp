#pragma once

#include "dataset/exp.hpp"
#include "run/options.hpp"

namespace canon::lab {

/// The EXP experiment: cross-validation of every row on the same data.
struct ExpRun {
  RunOptions options;
  Config config = Config::built_in("exp");
  std::vector<std::string> rows;
  ExpDataset data;
  std::string source;      ///< of the data, for the record and the captions
  bool file_order = false; ///< nodes and folds as in the file: the careless protocol
  int epochs = 0;          ///< 0: as the settings say
  int folds = 0;           ///< of how many; 0: as the settings say
  int only_folds = 0;      ///< how many of them are trained; 0: all
};

/// Trains (or goes on training) and writes a report. Each row's folds have their checkpoints.
[[nodiscard]] Report run_exp(ExpRun run);

/// `canon-lab run exp ...`
int run_exp_command(const tool::Words& words);

} // namespace canon::lab
