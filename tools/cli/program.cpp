#include "cli/program.hpp"

#include "cli/command_line.hpp"
#include "cli/ranks.hpp"
#include "cli/signals.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/base/blas_kernels.hpp>
#include <canon/blas.hpp>

#include <armadillo>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string_view>
#include <sys/resource.h>
#include <system_error>
#include <thread>
#include <typeinfo>
#include <unistd.h>

namespace canon::tool {
namespace {

constexpr std::string_view blas_kernels_help =
    "Environment: where OpenBLAS chose kernels below what the processor can do, the program "
    "restarts\n  once with better ones; CANON_KEEP_BLAS_KERNEL=1 keeps those of OpenBLAS, "
    "OPENBLAS_CORETYPE=NAME\n  takes others. --version says which are in use.\n";

std::string overview(const Program& program) {
  std::string text(program.head);
  std::size_t width = 10;
  for (const Command& command : program.commands)
    width = std::max(width, command.name.size());
  for (const Command& command : program.commands)
    text += "  " + std::string(command.name) + std::string(width + 2 - command.name.size(), ' ') +
            std::string(command.summary) + "\n";
  return text + std::string(program.tail) + std::string(exit_codes_help()) +
         std::string(blas_kernels_help);
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
    std::cout << name << " " CANON_VERSION "\n" << blas_line() << "\n";
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

/// The commands that several MPI ranks may share.
constexpr std::array<std::string_view, 3> distributed = {"encode", "study", "run"};

void check_ranks(const Words& words) {
  if (!Ranks::world().several() || words.empty()) return;
  if (std::find(distributed.begin(), distributed.end(), words.front()) == distributed.end())
    throw UsageError("'" + words.front() + "' runs on one rank, got " +
                     std::to_string(Ranks::world().size()));
}

void complain(std::string_view who, std::string_view message, std::string_view hint = "") {
  const Ranks& ranks = Ranks::world();
  // An error of the command line is every rank's; that of rank 0 then ends the job before the
  // others say the same.
  if (ranks.rank() > 0) std::this_thread::sleep_for(std::chrono::seconds(2));
  std::cout.flush();
  std::cerr << who << ": ";
  if (ranks.rank() > 0) std::cerr << "rank " << ranks.rank() << ": ";
  // In pieces instead of a changed copy, for which there may be no memory left.
  for (std::size_t end = 0; (end = message.find('\n')) != std::string_view::npos;) {
    std::cerr << message.substr(0, end) << ' ';
    message.remove_prefix(end + 1);
  }
  std::cerr << message << hint << std::endl;
}

[[noreturn]] void end_without_handler();

// Set before main, which is not the first to need memory.
const std::terminate_handler usual_end = std::set_terminate(end_without_handler);

/// The end of a program that cannot unwind: memory ran out before main's own code, in a thread of
/// some library or in a destructor.
[[noreturn]] void end_without_handler() {
  if (const std::exception_ptr thrown = std::current_exception()) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
      discard_unfinished_files();
      constexpr std::string_view message = "canon: not enough memory\n";
      (void)!write(STDERR_FILENO, message.data(), message.size());
      std::_Exit(exit_solver_failed);
    } catch (...) { // a fault of ours: said as usual
    }
  }
  usual_end();
  std::abort();
}

bool is_lack_of_threads(const std::exception& error) {
  const auto* const system = dynamic_cast<const std::system_error*>(&error);
  return system != nullptr && system->code() == std::errc::resource_unavailable_try_again;
}

bool memory_is_limited() {
  rlimit limit = {};
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

int run_guarded(const Program& program, const Words& words, std::string& who) {
  const int code = dispatch(program, words, who);
  std::cout.flush();
  if (!std::cout) throw WriteError("standard output cannot be written");
  return code;
}

/// What `work` returns, or the code of what it throws after a line about it.
template <typename Work>
int guarded(const Program& program, const std::string& who, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc& error) {
    // The C++ library's own says nothing more; a device's says whose memory it was.
    const bool plain = typeid(error) == typeid(std::bad_alloc);
    complain(who, "not enough memory" + (plain ? "" : " (" + std::string(error.what()) + ")"));
    return exit_solver_failed;
  } catch (const std::exception& error) {
    // "canon ... | head" is no error worth a word.
    if (pipe_broke()) return exit_broken_pipe;
    if (is_lack_of_threads(error))
      complain(who, "not enough memory or processes for a thread; --threads asks for fewer");
    else
      complain(who, error.what(), program.hint == nullptr ? std::string() : program.hint(error));
    return exit_code_of(error);
  }
}

} // namespace

int exit_code_of(const std::exception& error) {
  if (dynamic_cast<const SolverError*>(&error) != nullptr) return exit_solver_failed;
  if (dynamic_cast<const WriteError*>(&error) != nullptr) return exit_not_written;
  if (dynamic_cast<const Error*>(&error) != nullptr) return exit_bad_input;
  return exit_solver_failed; // memory, threads: the machine did not do it
}

int run(const Program& program, const Words& words) {
  std::string who(program.name);
  return guarded(program, who, [&] { return run_guarded(program, words, who); });
}

int run_subcommand(const Program& group, const Words& words) {
  std::string who;
  return dispatch(group, words, who);
}

int run_main(const Program& program, int argc, char** argv) {
  use_best_kernels(argv); // first: it may restart the program
  std::ios::sync_with_stdio(false);
  // One thread inside LAPACK makes every result the same whatever --threads says.
  // A thread of OpenBLAS that lacks memory asks for it for ever, and would be waited for.
  if (use_one_blas_thread() && !memory_is_limited()) end_blas_threads();
  // Armadillo prints what it also returns; an error of ours is one line.
  std::ostream nowhere(nullptr);
  arma::set_cerr_stream(nowhere);
  std::string who(program.name);
  Ranks& ranks = Ranks::world();
  const int code = guarded(program, who, [&] {
    ranks.begin(argc, argv);
    // Starts a thread, for which there may be no memory. A rank that dies takes the others along.
    watch_signals(std::string(program.name) + ": " +
                  (ranks.several() ? "rank " + std::to_string(ranks.rank()) +
                                         ": ended with its job; the same command resumes it"
                                   : "interrupted" + std::string(program.when_interrupted)));
    const Words words(argv + (argc > 0 ? 1 : 0), argv + argc);
    check_ranks(words);
    return run_guarded(program, words, who);
  });
  if (code != exit_ok && code != exit_check_failed) ranks.abort(code);
  ranks.finish();
  arma::set_cerr_stream(std::cerr);
  if (code == exit_solver_failed || memory_is_limited()) {
    // A thread of OpenBLAS asks for its memory until it gets it, and at the usual end of the
    // process OpenBLAS waits for its threads: for ever under `ulimit -v`.
    std::cout.flush();
    std::cerr.flush();
    std::_Exit(code);
  }
  return code;
}

} // namespace canon::tool
