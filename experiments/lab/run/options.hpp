#pragma once

#include "cli/command_line.hpp"
#include "cli/program.hpp"
#include "device/backend.hpp"
#include "report/report.hpp"
#include "run/config.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace canon::lab {

/// What every experiment is told.
struct RunOptions {
  std::uint64_t seed = 0;
  std::size_t threads = 1;
  nn::Backend backend = nn::Backend::cpu;
  std::filesystem::path out; ///< records, tables, plots, page; runs/ with the checkpoints below it
  bool quick = false;
  bool quiet = false;
  bool fresh = false; ///< checkpoints of an earlier run are thrown away
};

/// --out (with this default), --seed, --quick, --fresh, --device, --config, --threads, --quiet
void add_run_options(tool::CommandLine& line, const std::string& out);
[[nodiscard]] RunOptions run_options(const tool::CommandLine& line);
/// The built-in settings, or those of --config.
[[nodiscard]] Config run_config(const tool::CommandLine& line, const std::string& name);

/// "a,b,c" of option `name`, each of them a section of the settings.
[[nodiscard]] std::vector<std::string> rows_option(const tool::CommandLine& line,
                                                   const std::string& name, const Config& config);

/// Where the checkpoints of one row lie.
[[nodiscard]] std::filesystem::path
row_folder(const RunOptions& options, const std::string& experiment, const std::string& row);

/// A line on standard error, with the seconds since the program began; nothing if quiet.
void tell(const RunOptions& options, const std::string& text);

/// Publishes, prints the tables and where all is.
void finish(Report& report, const RunOptions& options, double seconds);

} // namespace canon::lab
