#pragma once

#include "canon-lab/console.hpp"
#include "cli/command_line.hpp"
#include "cli/program.hpp"
#include "report/report.hpp"
#include "run/config.hpp"
#include "run/options.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace canon::tool {

/// The options of every command that makes a report: --out (with this default), --json, --threads,
/// --quiet; and of those that can be stopped --fresh.
enum class Stoppable { no, yes };
void add_report_options(CommandLine& line, const std::string& out,
                        Stoppable stoppable = Stoppable::yes);
void add_seed(CommandLine& line, const std::string& help);
/// Those, --seed and --quick: of every `run`.
void add_run_options(CommandLine& line, const std::string& out);
/// --device and --config: where something is trained.
void add_device(CommandLine& line);
void add_config(CommandLine& line);

/// --shard; and, where a row can be trained by all ranks together, --data-parallel.
void add_shard(CommandLine& line);
void add_data_parallel(CommandLine& line);

/// The words of a command and those after it.
[[nodiscard]] Words joined(Words first, const Words& words);

/// The course of such a command: the lab makes a report, finish() publishes and prints it.
class Reporting {
public:
  /// ArgumentError if nothing could be written to --out.
  explicit Reporting(const CommandLine& line);

  [[nodiscard]] const std::filesystem::path& out() const { return out_; }
  [[nodiscard]] std::size_t threads() const { return threads_; }
  [[nodiscard]] bool fresh() const { return fresh_; }
  [[nodiscard]] bool quiet() const { return quiet_; }
  [[nodiscard]] lab::Progress* progress() { return &console_; }

  /// For the lab; the device only where the command has that option.
  [[nodiscard]] lab::RunOptions run_options(const CommandLine& line);

  /// The time that the stamp of the next report says begins here, and not with the command.
  void restart_clock() { start_ = std::chrono::steady_clock::now(); }
  /// Publishes, prints the tables (or with --json the record), says where all is. Returns the exit
  /// code: whether the checks of the report hold.
  int finish(lab::Report report);
  /// A command whose pieces can be shared out. With --shard, or on several MPI ranks, `part` does
  /// what is given to this process; rank 0 and a process on its own make the `whole`. `words` are
  /// all that was typed, from the first command on.
  int finish(const CommandLine& line, const Words& words,
             const std::function<void(const lab::Share&)>& part,
             const std::function<lab::Report()>& whole);
  /// Prints what an earlier run published under this name.
  void show(const std::string& name) const;

private:
  std::filesystem::path out_;
  std::size_t threads_;
  bool fresh_, json_, quiet_;
  Console console_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The built-in settings, or those of --config.
[[nodiscard]] lab::Config run_config(const CommandLine& line, const std::string& name);

/// "a,b,c" of an option: at least one item, none empty.
[[nodiscard]] std::vector<std::string> listed(const CommandLine& line, const std::string& name);

/// --rows: none if it was not given; otherwise each is a section of the settings.
void add_rows(CommandLine& line, const std::string& fallback);
[[nodiscard]] std::vector<std::string> rows_option(const CommandLine& line,
                                                   const lab::Config& config);
/// Prints the rows there are if `--rows list` asks for them.
[[nodiscard]] bool rows_were_listed(const CommandLine& line, const lab::Config& config);

/// What every `run` of rows begins with: its settings, --rows and the common options go to `run`, a
/// struct of lab/run, and `reporting` is made, which the run refers to. False if only the rows
/// there are were asked for, and printed.
template <typename Run>
[[nodiscard]] bool begin_run(const CommandLine& line, const std::string& settings, Run& run,
                             std::optional<Reporting>& reporting) {
  run.config = run_config(line, settings);
  if (rows_were_listed(line, run.config)) return false;
  run.rows = rows_option(line, run.config);
  run.options = reporting.emplace(line).run_options(line);
  return true;
}

} // namespace canon::tool
