#pragma once

#include "report/table.hpp"

#include <canon/error.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace canon {
class OpenFile;
}

namespace canon::lab {

/// A journal that the run at hand cannot continue: damaged, or of another run. Discarding it
/// (Journal with `fresh`) helps.
class JournalError : public ParseError {
public:
  using ParseError::ParseError;
};

/// What a long study has done so far, one json value per line, so that it can be stopped at any
/// moment and resume later. The first line holds the configuration. A line begins with a checksum
/// of itself and of all before it ("1c291ca3 {...}"), so that a changed, missing or moved line is
/// found. A last line cut short by the end of its writer is dropped.
class Journal {
public:
  /// Opens or makes the file. An older one is discarded if `fresh`; otherwise JournalError if a
  /// line is damaged or has no checksum, or if it is of another configuration. ArgumentError if it
  /// is being written to by someone else; WriteError.
  Journal(std::filesystem::path path, const Json& configuration, bool fresh);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  /// NAME.journal in a folder, which is made if need be.
  [[nodiscard]] static std::shared_ptr<Journal> in(const std::filesystem::path& folder,
                                                   const std::string& name,
                                                   const Json& configuration, bool fresh);

  /// The configuration and the lines of a journal that another process may be writing. Empty if
  /// that process has only just made the file, or was killed there. ReadError; JournalError if a
  /// line is damaged.
  [[nodiscard]] static std::vector<Json> lines_of(const std::filesystem::path& path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The lines that were there, in order; they are handed over once.
  [[nodiscard]] std::vector<Json> take_lines() { return std::move(lines_); }
  /// The line is with the system when this returns: killing the process does not lose it.
  void append(const Json& line);
  /// The study is done.
  void remove();

private:
  Journal() = default;
  void read(const std::string& head, bool fresh);
  [[nodiscard]] std::string sealed(std::string_view line);
  [[nodiscard]] bool has_seal(std::string_view line);
  void write(const std::string& text);

  std::filesystem::path path_;
  std::unique_ptr<OpenFile> file_;
  std::uint32_t sum_ = 0; ///< of all lines so far
  std::vector<Json> lines_;
};

} // namespace canon::lab
