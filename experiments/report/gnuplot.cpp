#include "report/gnuplot.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <regex>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace canon::lab {

namespace fs = std::filesystem;

namespace {

/// A folder for the script and the drawing, gone afterwards.
class Desk {
public:
  Desk() {
    std::error_code error;
    const fs::path base = fs::temp_directory_path(error);
    std::string name = (error ? fs::path("/tmp") : base) / "canon-plot-XXXXXX";
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;
  ~Desk() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }

  [[nodiscard]] bool there() const { return !path_.empty(); }
  [[nodiscard]] std::string operator/(const char* name) const { return path_ / name; }

private:
  fs::path path_;
};

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The exit code of `program script`, its output in files; -1 if it could not be started.
int run_to_files(const fs::path& program, const std::string& script, const std::string& out,
                 const std::string& err) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  const auto open = [&](int descriptor, const char* path, int flags) {
    posix_spawn_file_actions_addopen(&files, descriptor, path, flags, 0600);
  };
  open(STDIN_FILENO, "/dev/null", O_RDONLY);
  open(STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
  open(STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
  std::string name = program.string(), argument = script;
  const std::array<char*, 3> words = {name.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawn(&child, name.c_str(), &files, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string first_words(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find_first_not_of(" \t^\r") != std::string::npos) return line;
  return "no word of why";
}

} // namespace

fs::path find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored) && access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return {};
}

Drawing draw(const Plot& plot) {
  const fs::path program = find_program("gnuplot");
  if (program.empty()) return {"", "no gnuplot on PATH (Debian: gnuplot-nox)"};
  const Desk desk;
  if (!desk.there()) return {"", "no temporary folder for gnuplot"};
  std::ofstream(desk / "script", std::ios::binary) << gnuplot_script(plot);
  const int code = run_to_files(program, desk / "script", desk / "svg", desk / "err");
  Drawing drawing{contents(desk / "svg"), ""};
  if (code != 0 || drawing.svg.find("</svg>") == std::string::npos)
    return {"", "gnuplot failed: " + first_words(contents(desk / "err"))};
  return drawing;
}

std::string inline_svg(const std::string& svg, const std::string& name) {
  const std::size_t start = svg.find("<svg"), end = svg.rfind("</svg>");
  if (start == std::string::npos || end == std::string::npos) return {};
  const std::string body = svg.substr(start, end + 6 - start);
  static const std::regex names(R"((\bid=['"]|href=['"]#|url\(#))");
  return std::regex_replace(body, names, "$1" + name + "-");
}

} // namespace canon::lab
