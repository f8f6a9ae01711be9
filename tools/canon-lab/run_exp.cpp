#include "canon-lab/commands.hpp"
#include "canon-lab/options.hpp"
#include "run/exp.hpp"

namespace canon::tool {
namespace {

void describe(CommandLine& line) {
  line.group("Data");
  line.option("data", "FILE",
              "the published GRAPHSAT.txt, or another in its format (default: "
              "generated, see canon-lab generate exp)");
  line.natural_option("pairs", "N", "to generate", 2, 1'000'000, "600");
  line.flag("file-order", "nodes and folds in the order of the file: the careless protocol");
  line.group("Training");
  add_rows(line, "all; the quick ones with --quick");
  line.natural_option("folds", "N", "of the cross-validation (default: 10)", 2, 1000);
  line.natural_option("only-folds", "N", "train no more than the first N of them", 1, 1000);
  line.natural_option("epochs", "N", "instead of what the settings say", 1, 1'000'000);
  add_config(line);
  add_device(line);
  add_run_options(line, "exp");
  add_shard(line);
  line.arguments(0, 0, "no arguments");
}

} // namespace

int run_exp(const Words& words) {
  CommandLine line(
      "canon-lab run exp [OPTION]...",
      "Trains every row of the paper's EXP table by cross-validation and prints it beside the "
      "paper's numbers.\nCan be stopped at any moment; the same command resumes it.\n",
      {"canon-lab run exp --data GRAPHSAT.txt",
       "canon-lab run exp --rows deepsets-rse-complete,linear-rse-complete",
       "canon-lab run exp --quick --out quick"});
  describe(line);
  if (!line.parse(words)) return exit_ok;
  lab::ExpRun run;
  std::optional<Reporting> reporting;
  if (!begin_run(line, "exp", run, reporting)) return exit_ok;
  run.file = line.text("data");
  run.pairs = line.natural("pairs");
  run.file_order = line.given("file-order");
  if (line.given("epochs")) run.epochs = static_cast<int>(line.natural("epochs"));
  if (line.given("folds")) run.folds = static_cast<int>(line.natural("folds"));
  if (line.given("only-folds")) run.only_folds = static_cast<int>(line.natural("only-folds"));
  return reporting->finish(
      line, joined({"run", "exp"}, words),
      [&](const lab::Share& share) {
        lab::ExpRun part = run;
        part.options.share = share;
        lab::run_exp_part(std::move(part));
      },
      [&] { return lab::run_exp(run); });
}

} // namespace canon::tool
