#pragma once

#include "report/table.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace canon::lab {

/// What a long study has done so far, one json value a line, so that it can be stopped at any
/// moment and go on later. The first line holds the configuration. A last line cut short by the
/// end of its writer is dropped.
class Journal {
public:
  /// Opens or makes the file. UsageError if it holds something else, is of another configuration
  /// (`fresh` starts anew then) or is being written to by someone else; FileError.
  Journal(std::filesystem::path path, const Json& configuration, bool fresh);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  /// The lines that were there, in order; they are handed over once.
  [[nodiscard]] std::vector<Json> take_lines() { return std::move(lines_); }
  /// The line is with the system when this returns: killing the process does not lose it.
  void append(const Json& line);
  /// The study is done.
  void remove();

private:
  void read(const std::string& head, bool fresh);
  void write(const std::string& text);

  std::filesystem::path path_;
  int file_ = -1;
  std::vector<Json> lines_;
};

} // namespace canon::lab
