#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace canon::tool {

/// The exit codes; "canon --help" documents them.
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
  std::string_view summary; ///< one line of "canon --help"
  int (*run)(const Words& words);
};

int run_encode(const Words& words);
int run_inspect(const Words& words);
int run_verify(const Words& words);
int run_certify(const Words& words);
int run_generate(const Words& words);
int run_convert(const Words& words);
int run_demo(const Words& words);

[[nodiscard]] const std::vector<Command>& commands();

/// The whole program but for the process-wide set-up: dispatches, prints errors, returns the code.
int run(const Words& words);

/// What an exception means to the shell.
[[nodiscard]] int exit_code_of(const std::exception& error);

} // namespace canon::tool
