#include "canon-lab/commands.hpp"
#include "canon-lab/distribution.hpp"
#include "cli/command_line.hpp"
#include "report/part_journal.hpp"

#include <array>
#include <iostream>

namespace canon::tool {
namespace {

/// Options of a process, not of its result; those with a value first.
constexpr std::array<std::string_view, 4> with_value = {"--out", "-o", "--shard", "--threads"};
constexpr std::array<std::string_view, 4> alone = {"--quiet", "-q", "--fresh", "--json"};

} // namespace

Words whole_command(const Words& words) {
  Words kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    bool dropped = false;
    for (const std::string_view option : with_value) {
      if (word == option) {
        ++i; // its value, too
        dropped = true;
      } else if (word.starts_with(std::string(option) + "=") ||
                 (option == "-o" && word.starts_with("-o"))) {
        dropped = true;
      }
    }
    for (const std::string_view option : alone)
      dropped = dropped || word == option;
    if (!dropped) kept.push_back(word);
  }
  return kept;
}

int run_merge_parts(const Words& words) {
  CommandLine line(
      "canon-lab merge FOLDER... [OPTION]...",
      "Puts the parts of a study or run with --shard together and makes its report, the same that "
      "one process\nwould have made. FOLDER is what --out said; all shards may have had the same "
      "one. A part that is lost,\ngiven twice or of another run is refused. To be called where "
      "the shards were: paths of data are\nas they were typed.\n",
      {"canon-lab study random --quick --shard 0/2 --out study",
       "canon-lab study random --quick --shard 1/2 --out study", "canon-lab merge study",
       "canon-lab merge part0 part1 part2 --out whole"});
  line.arguments(1, 1'000'000, "FOLDER...");
  line.group("Output");
  line.option("out,o", "FOLDER", "for the report (default: the first FOLDER)");
  line.flag("json", "print the record instead of the tables");
  add_running(line);
  if (!line.parse(words)) return exit_ok;

  const std::vector<std::filesystem::path> folders(line.arguments().begin(),
                                                   line.arguments().end());
  const std::filesystem::path out =
      line.given("out") ? std::filesystem::path(line.text("out")) : folders.front();
  const lab::MergedParts parts = lab::merge_parts(folders, out);
  Words command = parts.command;
  command.insert(command.end(), {"--out", out.string()});
  for (const char* flag : {"json", "quiet"})
    if (line.given(flag)) command.push_back(std::string("--") + flag);
  if (line.given("threads")) command.insert(command.end(), {"--threads", line.text("threads")});
  const int code = run_subcommand(lab_program(), command);
  std::error_code ignored;
  if (code == exit_ok)
    for (const std::filesystem::path& file : parts.files)
      if (std::filesystem::equivalent(file.parent_path(), out, ignored))
        std::filesystem::remove(file, ignored);
  return code;
}

} // namespace canon::tool
