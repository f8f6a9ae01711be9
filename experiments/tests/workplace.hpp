#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace canon::lab {

/// A folder of its own for every test, gone afterwards.
class Workplace {
public:
  Workplace() {
    std::string name = (std::filesystem::temp_directory_path() / "canon-lab-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  ~Workplace() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

private:
  std::filesystem::path path_;
};

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

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

} // namespace canon::lab
