#include "canon/command_line.hpp"
#include "canon/commands.hpp"
#include "canon/errors.hpp"
#include "canon/signals.hpp"

#include <algorithm>
#include <iostream>
#include <new>

namespace canon::tool {
namespace {

constexpr std::string_view head =
    R"(canon - canonical signs and bases for the eigenvectors of graphs

Usage: canon COMMAND [OPTION]...
       canon help COMMAND
       canon --version

Commands:
)";

constexpr std::string_view tail = R"(
Graphs come from a file, an OGB folder or "-" (standard input); formats are edge-list, graph6,
sparse6, matrix-market, graphml, dot, ogb and exp, gzip is looked through.

Examples:
  canon demo
  canon generate erdos-renyi n=20 p=0.3 --count 100 --seed 1 -o graphs.g6
  canon inspect graphs.g6 --limit 1
  canon encode graphs.g6 -k 8 -o graphs.npz

)";

std::string overview() {
  std::string text(head);
  for (const Command& command : commands())
    text += "  " + std::string(command.name) + std::string(12 - command.name.size(), ' ') +
            std::string(command.summary) + "\n";
  return text + std::string(tail) + std::string(exit_codes_help());
}

const Command& find_command(const std::string& name) {
  Words names;
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    names.emplace_back(command.name);
  }
  throw UsageError("unknown command '" + name + "'" + suggestion(name, names) +
                   "; see canon --help");
}

int dispatch(const Words& words, std::string& who) {
  if (words.empty()) throw UsageError("expected a command, got none; see canon --help");
  const std::string& first = words.front();
  const bool help = first == "help" || first == "--help" || first == "-h";
  if (help && words.size() < 2) {
    std::cout << overview();
    return exit_ok;
  }
  if (first == "--version") {
    std::cout << "canon " CANON_VERSION "\n";
    return exit_ok;
  }
  if (first.starts_with("-") && !help)
    throw UsageError("unknown option '" + first + "'" + suggestion(first, {"--help", "--version"}) +
                     "; see canon --help");
  const Command& command = find_command(help ? words[1] : first);
  who += " " + std::string(command.name);
  return help ? command.run({"--help"}) : command.run(Words(words.begin() + 1, words.end()));
}

void complain(const std::string& who, std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::cout.flush();
  std::cerr << who << ": " << message << std::endl;
}

} // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      {"encode", "graphs to fixed-width node features, as .npz or .csv", run_encode},
      {"inspect", "eigenspaces, multiplicities and verdicts of every graph", run_inspect},
      {"verify", "check the theorems on random matrices, or the claims on given graphs",
       run_verify},
      {"certify", "check certificates of canonical bases, apart from the code that made them",
       run_certify},
      {"generate", "random and named graphs", run_generate},
      {"convert", "from one graph format to another", run_convert},
      {"demo", "the verdict table of a set of named graphs", run_demo},
  };
  return all;
}

int exit_code_of(const std::exception& error) {
  if (dynamic_cast<const SolverError*>(&error) != nullptr) return exit_solver_failed;
  if (dynamic_cast<const FileError*>(&error) != nullptr) return exit_not_written;
  if (dynamic_cast<const Error*>(&error) != nullptr) return exit_bad_input;
  return exit_solver_failed; // memory, threads: the machine did not do it
}

int run(const Words& words) {
  std::string who = "canon";
  int code = exit_ok;
  try {
    code = dispatch(words, who);
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

} // namespace canon::tool
