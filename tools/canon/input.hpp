#pragma once

#include "cli/command_line.hpp"

#include <canon/error.hpp>
#include <canon/graph_io.hpp>

#include <memory>
#include <optional>
#include <string>

namespace canon::tool {

/// The message, with the number of the graph (where it is not the first) and the option that
/// accepts what was refused.
[[nodiscard]] std::string explained(const ParseError& error, std::size_t graph);

/// The graphs of a command's source. What cannot be opened or read is an ReadError: a WriteError
/// is kept for outputs.
class Input {
public:
  /// `format_flag` is the option that the message about standard input names. A `limit` ends the
  /// stream early.
  Input(const std::string& path, std::optional<GraphFormat> format, const ReadOptions& rules,
        const std::string& format_flag = "--format",
        std::size_t limit = static_cast<std::size_t>(-1));

  bool next(GraphRecord& record);
  /// From now on the graphs [first, end) of the source, counted from 0; not before where it is.
  void select(std::uint64_t first, std::uint64_t end);
  [[nodiscard]] std::optional<std::size_t> size() const;

private:
  std::unique_ptr<GraphReader> reader_;
  std::size_t limit_, read_ = 0;
};

/// How many graphs a source that can be read twice has. Error as of Input.
[[nodiscard]] std::uint64_t count_graphs(const std::string& path, std::optional<GraphFormat> format,
                                         const ReadOptions& rules);

/// Name, size and checksum of a file, or of the tables of an OGB folder: what two parts of one
/// encoding must agree in. ReadError.
[[nodiscard]] std::string input_identity(const std::string& path);

/// Where a command writes graphs: a file, an OGB folder or "-".
[[nodiscard]] std::unique_ptr<GraphWriter> open_output(const std::string& path, GraphFormat format,
                                                       bool lossy);

} // namespace canon::tool
