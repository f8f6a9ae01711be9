#include "shell/program.hpp"

#include "shell/command_line.hpp"
#include "shell/errors.hpp"
#include "shell/signals.hpp"

#include <canon/parallel.hpp>

#include <armadillo>

#include <algorithm>
#include <iostream>
#include <new>

namespace canon::tool {
namespace {

std::string overview(const Program& program) {
  std::string text(program.head);
  std::size_t width = 10;
  for (const Command& command : program.commands)
    width = std::max(width, command.name.size());
  for (const Command& command : program.commands)
    text += "  " + std::string(command.name) + std::string(width + 2 - command.name.size(), ' ') +
            std::string(command.summary) + "\n";
  return text + std::string(program.tail) + std::string(exit_codes_help());
}

const Command& find_command(const Program& program, const std::string& name) {
  Words names;
  for (const Command& command : program.commands) {
    if (command.name == name) return command;
    names.emplace_back(command.name);
  }
  throw UsageError("unknown command '" + name + "'" + suggestion(name, names) + "; see " +
                   std::string(program.name) + " --help");
}

int dispatch(const Program& program, const Words& words, std::string& who) {
  const std::string name(program.name);
  if (words.empty()) throw UsageError("expected a command, got none; see " + name + " --help");
  const std::string& first = words.front();
  const bool help = first == "help" || first == "--help" || first == "-h";
  if (help && words.size() < 2) {
    std::cout << overview(program);
    return exit_ok;
  }
  if (first == "--version") {
    std::cout << name << " " CANON_VERSION "\n";
    return exit_ok;
  }
  if (first.starts_with("-") && !help)
    throw UsageError("unknown option '" + first + "'" + suggestion(first, {"--help", "--version"}) +
                     "; see " + name + " --help");
  const Command& command = find_command(program, help ? words[1] : first);
  who += " " + std::string(command.name);
  Words rest(words.begin() + (help ? 2 : 1), words.end());
  if (help) rest.emplace_back("--help");
  return command.run(rest);
}

void complain(const std::string& who, std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::cout.flush();
  std::cerr << who << ": " << message << std::endl;
}

} // namespace

int exit_code_of(const std::exception& error) {
  if (dynamic_cast<const SolverError*>(&error) != nullptr) return exit_solver_failed;
  if (dynamic_cast<const FileError*>(&error) != nullptr) return exit_not_written;
  if (dynamic_cast<const Error*>(&error) != nullptr) return exit_bad_input;
  return exit_solver_failed; // memory, threads: the machine did not do it
}

int run(const Program& program, const Words& words) {
  std::string who(program.name);
  int code = exit_ok;
  try {
    code = dispatch(program, words, who);
    std::cout.flush();
    if (!std::cout) throw FileError("standard output cannot be written");
    return code;
  } catch (const std::bad_alloc&) {
    complain(who, "not enough memory");
    return exit_solver_failed;
  } catch (const std::exception& error) {
    // "canon ... | head" is no error worth a word.
    if (pipe_broke()) return exit_broken_pipe;
    complain(who, error.what());
    return exit_code_of(error);
  }
}

int run_subcommand(const Program& group, const Words& words) {
  std::string who;
  return dispatch(group, words, who);
}

int run_main(const Program& program, int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  watch_signals();
  // One thread inside LAPACK makes every result the same whatever --threads says.
  use_one_blas_thread();
  // Armadillo prints what it also returns; an error of ours is one line.
  std::ostream nowhere(nullptr);
  arma::set_cerr_stream(nowhere);
  const int code = run(program, Words(argv + (argc > 0 ? 1 : 0), argv + argc));
  arma::set_cerr_stream(std::cerr);
  return code;
}

} // namespace canon::tool
