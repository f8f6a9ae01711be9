#pragma once

#include "report/journal.hpp"
#include "report/part_journal.hpp"
#include "report/report.hpp"
#include "study/random_results.hpp"
#include "train/progress.hpp"

#include <filesystem>

namespace canon::lab {

/// The violation study on random graphs and matrices.
struct RandomStudy {
  RandomGrid grid;
  EnsembleOptions ensembles;
  std::uint64_t seed = 0;
  std::size_t threads = 1;
  std::filesystem::path out;                ///< of the journal, and of the report later
  bool fresh = false;                       ///< a stopped run in `out` is thrown away
  Progress* progress = &Progress::silent(); ///< not null; outlives the study
  Share share;                              ///< of run_random_part()
};

/// The file in the output folder that a stopped study leaves.
[[nodiscard]] std::filesystem::path random_journal(const std::filesystem::path& out);

/// All that decides the result.
[[nodiscard]] Json random_configuration(const RandomPlan& plan);

/// Resumes a stopped study in `out`, if there is one. Everything is checked before anything is
/// written: ArgumentError as of make_plan(), JournalError, WriteError.
[[nodiscard]] Report run_random_study(const RandomStudy& study);

/// Runs only the chunks that study.share gives to this process; merge_parts() puts them together.
void run_random_part(const RandomStudy& study);

/// Runs what the journal does not hold yet. The result depends on the plan alone, not on the
/// number of threads nor on how often the study was stopped on the way.
[[nodiscard]] RandomResults run_plan(const RandomPlan& plan, std::size_t threads, Journal& journal,
                                     Progress& progress = Progress::silent());

} // namespace canon::lab
