#pragma once

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// A folder of its own for every test, gone afterwards.
class Workplace {
public:
  Workplace() {
    std::string name = (std::filesystem::temp_directory_path() / "canon-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  ~Workplace() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::string operator/(const std::string& name) const {
    return (path_ / name).string();
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

private:
  std::filesystem::path path_;
};

inline std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline void write_file(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

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
