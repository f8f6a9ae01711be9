#pragma once

#include "report/table.hpp"
#include "train/options.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace canon::lab {

/// What one run (a row with one seed) came to; kept as run.json beside its checkpoint, so that a
/// later run with more rows or seeds shows it too.
struct MoleculeOutcome {
  std::string row;
  std::uint64_t seed = 0;
  std::string identity; ///< data, encoding, model and training: all but the number of epochs
  std::int64_t parameters = 0;
  bool to_the_end = false; ///< its rate fell below the minimum, or it had all epochs
  double seconds = 0.0;    ///< of all epochs, whichever call trained them
  std::vector<EpochRecord> history;

  [[nodiscard]] const EpochRecord& last() const { return history.back(); }
  [[nodiscard]] const EpochRecord& best(Score score) const;
  [[nodiscard]] std::size_t epochs() const { return history.size(); }
};

/// WriteError if it cannot be written.
void write_outcome(const std::filesystem::path& folder, const MoleculeOutcome& outcome);
/// Nothing if there is none, or none that can be read.
[[nodiscard]] std::optional<MoleculeOutcome> read_outcome(const std::filesystem::path& folder);

} // namespace canon::lab
