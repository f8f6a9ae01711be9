#include "dataset/generate.hpp"

#include "cli/command_line.hpp"
#include "cli/errors.hpp"
#include "cli/progress.hpp"
#include "cli/running.hpp"
#include "cli/table.hpp"
#include "dataset/exp_generator.hpp"
#include "dataset/exp_statistics.hpp"

#include <canon/graph_io.hpp>

#include <iostream>

namespace canon::lab {
namespace {

using tool::CommandLine;

ExpStatistics counted_statistics(const ExpDataset& data, const CommandLine& line) {
  tool::Progress progress(!line.given("quiet"), data.pairs(), "pair");
  return exp_statistics(data, tool::threads_option(line), [&] { progress.tick(); });
}

int check_file(const CommandLine& line) {
  for (const char* other : {"output", "pairs", "seed"})
    if (line.given(other))
      throw tool::UsageError(std::string("--check reads a file and makes none: leave out --") +
                             other);
  const ExpDataset data = read_exp(line.text("check"));
  const ExpStatistics s = counted_statistics(data, line);
  if (line.given("stats"))
    std::cout << statistics_table(
                     {{line.text("check"), s}, {"published", published_exp_statistics()}})
              << "\n";
  for (const std::string& failure : s.failures)
    std::cout << failure << "\n";
  std::cout << s.pairs - s.failures.size() << " of " << tool::counted(s.pairs, "pair")
            << " hold: equal under colour refinement, not isomorphic, planar, labelled as the "
               "solver says\n";
  return s.failures.empty() ? tool::exit_ok : tool::exit_check_failed;
}

int make_file(const CommandLine& line) {
  if (!line.given("output") && !line.given("stats"))
    throw tool::UsageError("expected --output FILE, --stats or --check FILE, got none of them");
  ExpGeneratorOptions options;
  options.pairs = line.natural("pairs");
  options.seed = line.natural("seed");
  ExpDataset data;
  {
    tool::Progress progress(!line.given("quiet"), options.pairs, "pair");
    data = generate_exp(options, tool::threads_option(line), [&] { progress.tick(); });
    if (!line.given("quiet"))
      std::cerr << tool::counted(data.pairs(), "pair") << ", each checked, in "
                << tool::short_number(progress.seconds(), 2) << " s\n";
  }
  if (line.given("output")) write_exp(data, line.text("output"));
  if (line.given("stats"))
    // Beside a file on standard output the table would be part of it.
    (line.text("output") == "-" ? std::cerr : std::cout) << statistics_table(
        {{"generated", counted_statistics(data, line)}, {"published", published_exp_statistics()}});
  return tool::exit_ok;
}

int run_generate_exp(const tool::Words& words) {
  CommandLine line(
      "canon-lab generate exp [OPTION]...",
      "Makes a data set like EXP: pairs of planar graphs that encode formulas, one satisfiable and "
      "one not,\nwhich colour refinement (1-WL) cannot tell apart. Every pair is checked; no two "
      "have the same formula.\n",
      {"canon-lab generate exp --pairs 600 --seed 1 -o exp.txt --stats",
       "canon-lab generate exp --check GRAPHSAT.txt --stats"});
  line.group("The data set");
  line.natural_option("pairs", "N", "pairs of graphs", 1, 1'000'000, "600");
  line.natural_option("seed", "N", "the same seed gives the same file", 0, UINT64_MAX, "0");
  line.option("output,o", "FILE",
              "in the format of EXP (gzip if it ends in .gz), - for standard output");
  line.group("Looking at data sets");
  line.flag("stats", "statistics beside those of the published file");
  line.option("check", "FILE",
              "make nothing; check every pair of this file (exit code 1 if one is none)");
  tool::add_running(line);
  if (!line.parse(words)) return tool::exit_ok;
  return line.given("check") ? check_file(line) : make_file(line);
}

} // namespace

int run_generate(const tool::Words& words) {
  static const tool::Program group = {
      "canon-lab generate",
      R"(canon-lab generate - makes the data of the synthetic experiments

Usage: canon-lab generate WHAT [OPTION]...

What:
)",
      "\n",
      {{"exp", "pairs of formulas as graphs that colour refinement cannot tell apart",
        run_generate_exp}}};
  return tool::run_subcommand(group, words);
}

} // namespace canon::lab
