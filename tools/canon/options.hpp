#pragma once

#include "cli/command_line.hpp"

#include <canon/canonize.hpp>
#include <canon/encoding.hpp>
#include <canon/graph_io.hpp>

#include <optional>
#include <string>
#include <vector>

namespace canon::tool {

// Options that several commands share: each group is added to the command line before it is
// parsed and read from it afterwards.

/// --loops, --duplicates, --directed, --negative-weights, --max-text
void add_reading_rules(CommandLine& line);
[[nodiscard]] ReadOptions reading_rules(const CommandLine& line);

/// --max-text alone, in bytes
void add_max_text(CommandLine& line);
[[nodiscard]] std::size_t max_text_option(const CommandLine& line);

/// The format given by option `name`, if it is given.
[[nodiscard]] std::optional<GraphFormat> format_option(const CommandLine& line,
                                                       const std::string& name);

/// --operator, --level, --sign, --axes, --axis-order, --c, --tolerance-*
void add_canonizing(CommandLine& line);
[[nodiscard]] GraphOperator operator_option(const CommandLine& line);
[[nodiscard]] CanonizeOptions canonizing(const CommandLine& line);

/// --solver
void add_solver(CommandLine& line);
[[nodiscard]] Solver solver_option(const CommandLine& line);
/// The width of the vectors of the batched solver; UsageError if this processor does not have it.
void add_lanes(CommandLine& line);
[[nodiscard]] std::size_t lanes_option(const CommandLine& line);

/// A further line about graphs with a margin below 10; nothing for none.
[[nodiscard]] std::string warning_line(std::size_t graphs);

} // namespace canon::tool
