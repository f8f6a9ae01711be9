#pragma once

#include "report/report.hpp"
#include "run/config.hpp"
#include "run/options.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace canon::lab {

/// What encodings distinguish: hard graphs, by fixed random features and by BREC's protocol.
struct ExpressivityRun {
  RunOptions options;
  Config config = Config::built_in("expressivity");
  std::vector<std::string> rows;    ///< none: those without training; the quick ones if it is quick
  bool train = false;               ///< no rows: all of them
  std::vector<std::string> sets;    ///< none: all there are
  std::vector<std::size_t> columns; ///< none: as the settings say
  std::filesystem::path data;       ///< of BREC, CSL and SR25; none: generated sets alone
  std::size_t relabellings = 0;     ///< 0: as the settings say
};

/// All that decides the result, apart from the data.
[[nodiscard]] Json expressivity_configuration(const ExpressivityRun& run);

/// Goes on with a stopped run in `options.out`, if there is one. Settings and data are checked
/// before anything is written: ArgumentError, ReadError, ParseError, JournalError.
[[nodiscard]] Report run_expressivity(ExpressivityRun run);

} // namespace canon::lab
