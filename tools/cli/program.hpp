#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace canon::tool {

/// The exit codes; every help text documents them.
enum ExitCode {
  exit_ok = 0,
  exit_check_failed = 1,
  exit_bad_input = 2,
  exit_solver_failed = 3,
  exit_not_written = 4,
  exit_broken_pipe = 141
};

using Words = std::vector<std::string>;

/// A subcommand: gets the words after its name, returns the exit code or throws.
struct Command {
  std::string_view name;
  std::string_view summary; ///< one line of the program's --help
  int (*run)(const Words& words);
};

/// A program of subcommands. Its --help is `head`, the commands, then `tail`.
struct Program {
  std::string_view name;
  std::string_view head;
  std::string_view tail;
  std::vector<Command> commands;
  /// Said after "interrupted": how to resume.
  std::string_view when_interrupted = "";
  /// Which option lifts an error, as the end of its message; errors below the programs know none.
  std::string (*hint)(const std::exception& error) = nullptr;
};

/// The whole program but for the process-wide set-up: dispatches, prints errors, returns the code.
int run(const Program& program, const Words& words);

/// A command that only chooses among others ("study random"): `name` is all that was typed so far.
int run_subcommand(const Program& group, const Words& words);

/// main() of every program here: the best BLAS kernels, signals, one BLAS thread, no chatter of
/// Armadillo's; then run().
int run_main(const Program& program, int argc, char** argv);

/// What an exception means to the shell.
[[nodiscard]] int exit_code_of(const std::exception& error);

} // namespace canon::tool
