#pragma once

#include "test_files.hpp" // of libcanon/tests

#include <filesystem>
#include <iostream>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using canon::contents;
using canon::Workplace;
using canon::write_file;

/// A file of the reference data's review, "" (with a word in the log) where there is none.
inline std::string repro(const std::string& name) {
  const auto path =
      std::filesystem::path(CANON_TEST_DATA).parent_path() / "review" / "repro" / name;
  if (std::filesystem::exists(path)) return path.string();
  std::cout << "skipped: no reference file at " << path.string() << "\n";
  return {};
}

struct Ran {
  int code = -1;
  std::string out, err;
  std::size_t peak_mib =
      0; ///< the memory of the largest process of the line, as the kernel counts it

  /// Exactly one line, without an empty one.
  [[nodiscard]] bool one_line() const { return err.size() > 1 && err.find('\n') == err.size() - 1; }
};

/// Runs a shell line in which "canon" stands for the program under test.
inline Ran run(const std::string& line) {
  const Workplace place;
  const std::string script = place / "script", out = place / "out", err = place / "err";
  write_file(script, "exec > '" + out + "' 2> '" + err +
                         "' < /dev/null\ncanon() { \"" CANON_PROGRAM "\" \"$@\"; }\n" + line +
                         "\n");
  const pid_t child = fork();
  if (child == 0) {
    execlp("bash", "bash", script.c_str(), nullptr);
    _exit(127);
  }
  int status = -1;
  rusage used{};
  if (child < 0 || wait4(child, &status, 0, &used) != child) return {};
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(out), contents(err),
          static_cast<std::size_t>(used.ru_maxrss) / 1024};
}
