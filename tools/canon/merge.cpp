#include "canon/commands.hpp"
#include "canon/encoding_file.hpp"
#include "cli/command_line.hpp"

#include <canon/base/text_table.hpp>

#include <iostream>

namespace canon::tool {

int run_merge(const Words& words) {
  CommandLine line(
      "canon merge PART... -o OUT [OPTION]...",
      "Puts the files of canon encode --shard together, in any order: OUT has the bytes that one "
      "process\nwould have written. A part that is lost, given twice or of another run is refused "
      "before OUT is begun.\nOUT may be of another kind than the parts.\n",
      {"canon merge part*.npz -o all.npz", "canon merge part*.npz -o all.csv.gz"});
  line.arguments(1, 100'000'000, "PART...");
  line.group("Output");
  line.option("out,o", "OUT", "as of canon encode", "-");
  add_encoding_file(line);
  line.flag("quiet,q", "no line about what was done");
  if (!line.parse(words)) return exit_ok;

  const std::vector<std::filesystem::path> parts(line.arguments().begin(), line.arguments().end());
  const std::uint64_t graphs = merge_files(parts, encoding_file_option(line), line.text("out"));
  if (!line.given("quiet"))
    std::cerr << "canon merge: " << counted(graphs, "graph") << " of "
              << counted(parts.size(), "part") << std::endl;
  return exit_ok;
}

} // namespace canon::tool
