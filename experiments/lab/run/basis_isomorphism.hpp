#pragma once

#include "dataset/basis_isomorphism.hpp"
#include "report/journal.hpp"
#include "run/options.hpp"

namespace canon::lab {

/// The basis-isomorphism experiment: which class a relabelled graph with a turned basis belongs to.
struct BasisRun {
  RunOptions options;
  Config config = Config::built_in("basis-isomorphism");
  std::vector<std::string> rows;
  BasisIsomorphismOptions data; ///< its seed is that of the first run; the others follow
  int runs = 4;
  int epochs = 0; ///< 0: as the settings say
  bool as_published = false;
};

/// All that decides what a run gives, apart from how many there are and of which variants.
[[nodiscard]] Json basis_configuration(const BasisRun& run);

/// One table for each variant asked for. Runs that the journal holds are not done again.
[[nodiscard]] Report run_basis_isomorphism(const BasisRun& run,
                                           const std::vector<BasisVariant>& variants,
                                           Journal& journal);

/// `canon-lab run basis-isomorphism ...`
int run_basis_isomorphism_command(const tool::Words& words);

} // namespace canon::lab
