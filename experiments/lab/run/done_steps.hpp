#pragma once

#include "report/journal.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace canon::lab {

/// The steps of a series of studies and runs that are done, kept in a journal of their folder: the
/// same series, started again by the same program, continues after them. A step is known by its
/// name, by all that decides its result and by the commit of the program.
class DoneSteps {
public:
  /// Forgets all steps if `fresh`. JournalError if the journal is damaged; WriteError.
  DoneSteps(const std::filesystem::path& folder, bool fresh);

  [[nodiscard]] bool has(const std::string& name, const Json& configuration) const;
  void add(const std::string& name, const Json& configuration);

private:
  std::shared_ptr<Journal> journal_;
  std::vector<Json> steps_;
};

} // namespace canon::lab
