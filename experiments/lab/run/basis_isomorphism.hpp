#pragma once

#include "dataset/basis_isomorphism.hpp"
#include "report/report.hpp"
#include "run/config.hpp"
#include "run/options.hpp"

#include <vector>

namespace canon::lab {

/// The basis-isomorphism experiment: which class a relabelled graph with a rotated basis belongs
/// to.
struct BasisRun {
  RunOptions options;
  Config config = Config::built_in("basis-isomorphism");
  std::vector<std::string> rows;      ///< none: all
  std::vector<BasisVariant> variants; ///< none: all that have graphs of this size
  BasisIsomorphismOptions data;       ///< its seed is that of the first run; the others follow
  int runs = 4;
  int epochs = 0; ///< 0: as the settings say
  bool as_published = false;
};

/// All that decides what a run gives, apart from how many there are and of which variants.
[[nodiscard]] Json basis_configuration(const BasisRun& run);

/// One table for each variant. Resumes a stopped run in `options.out`, if there is one.
/// Settings are checked before anything is written: ArgumentError, JournalError, WriteError.
[[nodiscard]] Report run_basis_isomorphism(BasisRun run);

} // namespace canon::lab
