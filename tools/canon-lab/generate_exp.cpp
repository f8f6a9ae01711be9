#include "canon-lab/commands.hpp"
#include "cli/command_line.hpp"
#include "cli/progress.hpp"
#include "dataset/exp_generator.hpp"
#include "dataset/exp_statistics.hpp"

#include <canon/base/text_table.hpp>
#include <canon/graph_io.hpp>

#include <iostream>

namespace canon::tool {
namespace {

lab::ExpStatistics counted_statistics(const lab::ExpDataset& data, const CommandLine& line) {
  Progress progress(!line.given("quiet"), data.pairs(), "pair");
  return lab::exp_statistics(data, threads_option(line), [&] { progress.tick(); });
}

int check_file(const CommandLine& line) {
  for (const char* other : {"out", "pairs", "seed"})
    if (line.given(other))
      throw UsageError(std::string("--check cannot be combined with --") + other);
  const lab::ExpDataset data = lab::read_exp(line.text("check"));
  const lab::ExpStatistics s = counted_statistics(data, line);
  if (line.given("stats"))
    std::cout << lab::statistics_table(
                     {{line.text("check"), s}, {"published", lab::published_exp_statistics()}})
              << "\n";
  for (const std::string& failure : s.failures)
    std::cout << failure << "\n";
  std::cout << s.pairs - s.failures.size() << " of " << counted(s.pairs, "pair")
            << " pass: equal under colour refinement, not isomorphic, planar, labelled as the "
               "solver says\n";
  return s.failures.empty() ? exit_ok : exit_check_failed;
}

int make_file(const CommandLine& line) {
  if (!line.given("out") && !line.given("stats"))
    throw UsageError("expected --out FILE, --stats or --check FILE, got none of them");
  lab::ExpGeneratorOptions options;
  options.pairs = line.natural("pairs");
  options.seed = line.natural("seed");
  lab::ExpDataset data;
  {
    Progress progress(!line.given("quiet"), options.pairs, "pair");
    data = lab::generate_exp(options, threads_option(line), [&] { progress.tick(); });
    if (!line.given("quiet"))
      std::cerr << counted(data.pairs(), "pair") << ", each checked, in "
                << short_number(progress.seconds(), 2) << " s\n";
  }
  if (line.given("out")) lab::write_exp(data, line.text("out"));
  if (line.given("stats"))
    // Beside a file on standard output the table would be part of it.
    (line.text("out") == "-" ? std::cerr : std::cout)
        << lab::statistics_table({{"generated", counted_statistics(data, line)},
                                  {"published", lab::published_exp_statistics()}});
  return exit_ok;
}

int run_generate_exp(const Words& words) {
  CommandLine line(
      "canon-lab generate exp [OPTION]...",
      "Makes a data set like EXP: pairs of planar graphs that encode formulas, one satisfiable and "
      "one not,\nwhich colour refinement (1-WL) cannot distinguish. Every pair is checked; no two "
      "have the same formula.\n",
      {"canon-lab generate exp --pairs 600 --seed 1 -o exp.txt --stats",
       "canon-lab generate exp --check GRAPHSAT.txt --stats"});
  line.group("The data set");
  line.natural_option("pairs", "N", "pairs of graphs", 1, 1'000'000, "600");
  line.natural_option("seed", "N", "the same seed gives the same file", 0, UINT64_MAX, "0");
  line.option("out,o", "FILE",
              "in the format of EXP (gzip if it ends in .gz), - for standard output");
  line.group("Looking at data sets");
  line.flag("stats", "statistics beside those of the published file");
  line.option(
      "check", "FILE",
      "check the pairs of an existing file instead of generating (exit code 1 if any pair fails)");
  add_running(line);
  if (!line.parse(words)) return exit_ok;
  return line.given("check") ? check_file(line) : make_file(line);
}

} // namespace

int run_generate(const Words& words) {
  static const Program group = {
      "canon-lab generate",
      R"(canon-lab generate - makes the data of the synthetic experiments

Usage: canon-lab generate WHAT [OPTION]...

What:
)",
      "\n",
      {{"exp", "pairs of formulas as graphs that colour refinement cannot distinguish",
        run_generate_exp}}};
  return run_subcommand(group, words);
}

} // namespace canon::tool
