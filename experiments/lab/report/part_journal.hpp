#pragma once

#include "report/journal.hpp"
#include "train/pieces.hpp"

#include <mutex>
#include <set>

namespace canon::lab {

/// What a process is told that does only a part of a study or of an experiment.
struct Share {
  Pieces* pieces = nullptr;         ///< null: this process does everything
  std::vector<std::string> command; ///< of the whole: what merge_parts() is followed by
};

/// The pieces that one process has done, in the file NAME.part-PART.journal. A piece that any part
/// in the folder holds is not done again.
class PartJournal {
public:
  /// All parts of one study or experiment have this in common.
  struct Whole {
    std::filesystem::path folder;
    std::string name;
    Json configuration; ///< all that decides the result
    std::size_t pieces = 0;
    /// The pieces are the lines of NAME.journal; otherwise each is the name of a folder, relative
    /// to `folder`, with what a training left.
    bool journal = false;
  };

  /// JournalError if the folder holds a part of another configuration, unless `fresh`: then the
  /// part of this process is begun anew.
  PartJournal(const Whole& whole, const Share& share, bool fresh);

  /// Whether the piece is to be done, and by this process. As Pieces::mine().
  [[nodiscard]] bool take(std::size_t piece);
  /// From any thread.
  void add(std::size_t piece, const Json& value);

private:
  Pieces& pieces_;
  std::unique_ptr<Journal> journal_;
  std::set<std::size_t> done_;
  std::mutex adding_;
};

/// Parts that make a whole.
struct MergedParts {
  std::vector<std::string> command;
  std::vector<std::filesystem::path> files; ///< the journals of the parts
};

/// Finds the parts in `folders`, of one study or experiment, and lays what they did into `out`,
/// where the command then resumes it at its end. ReadError in one line if a piece is lost or
/// doubled, or a part is of another run.
[[nodiscard]] MergedParts merge_parts(const std::vector<std::filesystem::path>& folders,
                                      const std::filesystem::path& out);

} // namespace canon::lab
