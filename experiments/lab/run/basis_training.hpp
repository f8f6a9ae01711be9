#pragma once

#include "report/journal.hpp"
#include "run/basis_isomorphism.hpp"
#include "run/basis_row.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace canon::lab {

/// What one training came to.
struct BasisOutcome {
  double valid = 0.0, test = 0.0;
  std::int64_t hidden = 0;
  double rate = 0.0;
};

/// The runs that are done, with an outcome for every row; kept in a journal, so that a stopped
/// experiment continues after them.
class BasisRuns {
public:
  /// With what the journal holds; JournalError if that is something else.
  BasisRuns(Journal& journal, std::size_t rows);

  /// In the order of their seeds.
  [[nodiscard]] const std::vector<std::vector<BasisOutcome>>& of(const std::string& variant);
  void add(const std::string& variant, const std::vector<BasisOutcome>& outcomes);

private:
  Journal& journal_;
  std::map<std::string, std::vector<std::vector<BasisOutcome>>> done_;
};

/// Adds the runs that are missing. Data and split of a run are the same for all rows.
void train_variant(const BasisRun& run, const BasisIsomorphismOptions& options,
                   const std::vector<BasisRow>& rows, BasisRuns& done);

} // namespace canon::lab
