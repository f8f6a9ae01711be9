#pragma once

#include "test_files.hpp" // of libcanon/tests

#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace canon::lab {

using canon::contents;
using canon::Workplace;
using canon::write_file;

struct Ran {
  int code = -1;
  std::string out, err;

  [[nodiscard]] bool one_line() const { return err.size() > 1 && err.find('\n') == err.size() - 1; }
};

/// Runs a shell line in which "lab" stands for canon-lab.
inline Ran run_lab(const std::string& line) {
  const Workplace place;
  std::ofstream(place / "script") << "lab() { \"" CANON_LAB "\" \"$@\"; }\n" + line + "\n";
  const int status = std::system(("bash '" + place / "script" + "' > '" + place / "out" + "' 2> '" +
                                  place / "err" + "' < /dev/null")
                                     .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(place / "out"),
          contents(place / "err")};
}

/// A folder in which canon-lab runs; the base of a test's fixture.
struct LabPlace {
  Workplace place;

  [[nodiscard]] Ran lab(const std::string& arguments) const {
    return run_lab("cd '" + place.path().string() + "' && lab " + arguments);
  }
  /// A record without its stamp.
  [[nodiscard]] std::string bytes(const std::string& file) const {
    const std::string text = contents(place.path() / file);
    return text.substr(0, text.rfind("\"stamp\""));
  }
};

} // namespace canon::lab
