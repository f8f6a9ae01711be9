#include "canon/commands.hpp"
#include "canon/input.hpp"
#include "canon/options.hpp"
#include "cli/command_line.hpp"
#include "cli/progress.hpp"

namespace canon::tool {
namespace {

GraphFormat output_format(const CommandLine& line, const std::string& out) {
  if (const auto format = format_option(line, "to")) return *format;
  if (out == "-") throw UsageError("standard output: expected --to FORMAT, got none");
  if (const auto format = format_by_extension(out)) return *format;
  throw UsageError("expected --to FORMAT or a name that tells it, got '" + out + "'");
}

} // namespace

int run_convert(const Words& words) {
  CommandLine line(
      "canon convert IN OUT [OPTION]...",
      "Reads the graphs of IN and writes them to OUT, one at a time. What the format of "
      "OUT cannot hold\n(weights in graph6, a second graph in Matrix Market) is "
      "refused; --lossy drops weights and labels.\nOUT appears complete or not at all; "
      "an older one is replaced (an OGB folder is not).\n",
      {"canon convert molecules.g6 molecules.s6", "canon convert data/zinc12k zinc.el.gz",
       "zcat big.mtx.gz | canon convert - - --from matrix-market --to graphml"});
  line.arguments(2, 2, "IN and OUT");
  line.group("Input and output");
  const std::string formats = comma_separated(names<GraphFormat>());
  line.option("from", "NAME", "format of IN: " + formats + " (default: guessed)");
  line.option("to", "NAME", "format of OUT: the same (default: by its name)");
  line.flag("lossy", "drop weights and labels that the format of OUT cannot hold");
  line.flag("quiet,q", "no progress bar");
  add_reading_rules(line);
  if (!line.parse(words)) return exit_ok;

  const std::string out = line.arguments()[1];
  const GraphFormat format = output_format(line, out);
  Input input(line.arguments()[0], format_option(line, "from"), reading_rules(line), "--from");
  const auto writer = open_output(out, format, line.given("lossy"));
  Progress progress(!line.given("quiet") && !(out == "-" && stdout_is_terminal()), input.size());
  for (GraphRecord record; input.next(record);) {
    writer->write(record);
    progress.tick();
  }
  writer->finish();
  return exit_ok;
}

} // namespace canon::tool
