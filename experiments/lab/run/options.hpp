#pragma once

#include "device/backend.hpp"
#include "report/part_journal.hpp"
#include "report/record.hpp"
#include "train/progress.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace canon::lab {

/// The options of every experiment.
struct RunOptions {
  std::uint64_t seed = 0;
  std::size_t threads = 1;
  nn::Backend backend = nn::Backend::cpu;
  std::filesystem::path out; ///< records, tables, plots, page; runs/ with the checkpoints below it
  bool quick = false;
  bool fresh = false;                       ///< checkpoints of an earlier run are thrown away
  Progress* progress = &Progress::silent(); ///< not null; outlives the run
  Share share;                              ///< of a part of a run
};

/// Where the checkpoints of one row lie. WriteError.
[[nodiscard]] std::filesystem::path
row_folder(const RunOptions& options, const std::string& experiment, const std::string& row);

/// Which device it runs on, for the stamp of the record.
void stamp_device(Record& record, const RunOptions& options);

} // namespace canon::lab
