#include "report/gnuplot.hpp"

#include "report/plot_colours.hpp"

#include <canon/base/open_file.hpp>
#include <canon/error.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <regex>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace canon::lab {

namespace fs = std::filesystem;

namespace {

/// The exit code of `program` on `script`, its output in `out` and `err`; -1 if it could not be
/// started. The files have no names: however this process ends, nothing is left behind.
int run_on_files(const fs::path& program, const OpenFile& script, const OpenFile& out,
                 const OpenFile& err) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  const std::array<const OpenFile*, 3> standard = {&script, &out, &err};
  for (std::size_t i = 0; i < standard.size(); ++i)
    posix_spawn_file_actions_adddup2(&files, standard[i]->descriptor(), static_cast<int>(i));
  // By this name, since it continues after an error in what comes as its standard input.
  std::string name = program.string(), argument = "/dev/stdin";
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

std::string contents(OpenFile& file) {
  (void)file.seek(0, SEEK_SET);
  return read_all(file, "gnuplot's output");
}

std::string first_words(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find_first_not_of(" \t^\r") != std::string::npos) return line;
  return "no error message";
}

/// gnuplot writes "rgb(  0, 114, 178)", with spaces here and without there; a style sheet can name
/// colours only if each has one spelling.
std::string with_hex_colours(const std::string& svg) {
  static const std::regex colour(R"(rgb\(\s*(\d+),\s*(\d+),\s*(\d+)\))");
  std::string result;
  auto rest = svg.cbegin();
  for (std::sregex_iterator it(svg.begin(), svg.end(), colour), end; it != end; ++it) {
    const std::smatch& match = *it;
    std::array<char, 16> hex{};
    std::snprintf(hex.data(), hex.size(), "#%02x%02x%02x", std::stoi(match[1]) & 255,
                  std::stoi(match[2]) & 255, std::stoi(match[3]) & 255);
    result.append(rest, match[0].first).append(hex.data());
    rest = match[0].second;
  }
  return result.append(rest, svg.cend());
}

constexpr const char* style_start = "<style>";
constexpr const char* style_end = "</style>\n";

/// The colours of a file that is opened by itself.
std::string with_style(const std::string& svg) {
  const std::size_t title = svg.find("<title>");
  if (title == std::string::npos) return svg;
  const std::string style =
      style_start + ("\nsvg { background: #ffffff; }\n" + dark_rules()) +
      "@media (prefers-color-scheme: dark) { svg { background: #17191c; } }\n" + style_end;
  return std::string(svg).insert(title, style);
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

Drawing draw(const Plot& plot, Frame frame) {
  const fs::path program = find_program("gnuplot");
  if (program.empty()) return {"", "no gnuplot on PATH (Debian: gnuplot-nox)"};
  try {
    OpenFile script = nameless_file(), svg = nameless_file(), err = nameless_file();
    if (!script.write(gnuplot_script(plot, frame)) || script.seek(0, SEEK_SET) != 0)
      return {"", "gnuplot's script" + not_written(script.error())};
    const int code = run_on_files(program, script, svg, err);
    Drawing drawing{contents(svg), ""};
    if (code != 0 || drawing.svg.find("</svg>") == std::string::npos)
      return {"", "gnuplot failed: " + first_words(contents(err))};
    drawing.svg = with_style(with_hex_colours(drawing.svg));
    return drawing;
  } catch (const WriteError& error) {
    return {"", error.what()};
  }
}

std::string inline_svg(const std::string& svg, const std::string& name) {
  const std::size_t start = svg.find("<svg"), end = svg.rfind("</svg>");
  if (start == std::string::npos || end == std::string::npos) return {};
  std::string body = svg.substr(start, end + 6 - start);
  const std::size_t style = body.find(style_start), after = body.find(style_end);
  if (style < after && after != std::string::npos)
    body.erase(style, after + std::string_view(style_end).size() - style);
  static const std::regex names(R"((\bid=['"]|href=['"]#|url\(#))");
  return std::regex_replace(body, names, "$1" + name + "-");
}

} // namespace canon::lab
