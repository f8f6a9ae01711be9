#include "canon-lab/commands.hpp"
#include "canon-lab/options.hpp"
#include "run/molecule_run.hpp"

namespace canon::tool {
namespace {

void describe(CommandLine& line, const std::string& out) {
  line.group("Data");
  line.option("data", "FOLDER",
              "the data set in OGB's layout, or a folder that holds it under its name "
              "(docs/data.md)");
  line.option("cache", "FOLDER", "for encodings (default: cache/ in the folder of --out)");
  line.group("Training");
  add_rows(line, "all; the quick ones with --quick");
  line.natural_option("seeds", "N", "the first N of the settings (default: all; 1 with --quick)", 1,
                      1000);
  line.natural_option("epochs", "N", "no more than these; such a row is marked as short", 1,
                      1'000'000);
  add_config(line);
  add_device(line);
  add_run_options(line, out);
  add_shard(line);
  add_data_parallel(line);
  line.arguments(0, 0, "no arguments");
}

/// What one of the commands is, beside its options.
struct Command {
  std::string name, benchmark, settings, title, what;
  bool time_table = false;
};

int run_command(const Command& which, const Words& words) {
  const std::string command = "canon-lab run " + which.name;
  CommandLine line(command + " --data FOLDER [OPTION]...",
                   which.what +
                       (which.time_table ? "\nOne run after another, each on all threads. "
                                         : "\nSeveral runs share the cores. ") +
                       "All can be stopped at any moment, and the same command resumes\nthem; "
                       "rows and seeds can be added later to the same folder.\n",
                   {command + " --data data", command + " --rows list",
                    command + " --data data --seeds 1 --epochs 60 --out " + which.name + "-short",
                    command + " --quick"});
  describe(line, which.name);
  if (!line.parse(words)) return exit_ok;
  lab::MoleculeRun run;
  run.name = which.name;
  run.title = which.title;
  run.benchmark = which.benchmark;
  std::optional<Reporting> reporting;
  if (!begin_run(line, which.settings, run, reporting)) return exit_ok;
  run.data = line.text("data");
  run.cache = line.text("cache");
  if (line.given("seeds")) run.seeds = static_cast<int>(line.natural("seeds"));
  if (line.given("epochs")) run.epochs = static_cast<int>(line.natural("epochs"));
  if (which.time_table) {
    run.time_table = run.one_at_a_time = true;
    if (run.rows.empty()) run.rows = {"gatedgcn-map", "gatedgcn-signnet"};
    if (run.seeds == 0) run.seeds = 1;
    if (run.epochs == 0) run.epochs = 1;
  }
  return reporting->finish(
      line, joined({"run", which.name}, words),
      [&](const lab::Share& share) {
        lab::MoleculeRun part = run;
        part.options.share = share;
        lab::run_molecules_part(std::move(part));
      },
      [&] { return lab::run_molecules(run); });
}

} // namespace

int run_zinc(const Words& words) {
  return run_command({"zinc", "zinc", "zinc", "ZINC: graph networks on molecules",
                      "Trains the rows of the paper's ZINC table and prints them beside its "
                      "numbers: test MAE at the\nlast epoch."},
                     words);
}

int run_moltox21(const Words& words) {
  return run_command({"moltox21", "moltox21", "moltox21", "MOLTOX21: graph networks on molecules",
                      "Trains the rows of the paper's MOLTOX21 table and prints them beside its "
                      "numbers: test ROC-AUC at\nthe epoch with the best validation score."},
                     words);
}

int run_molpcba(const Words& words) {
  return run_command({"molpcba", "molpcba", "molpcba", "MOLPCBA: graph networks on molecules",
                      "Trains the rows of the paper's MOLPCBA table and prints them beside its "
                      "numbers: test average\nprecision at the epoch with the best validation "
                      "score."},
                     words);
}

int run_k_sweep(const Words& words) {
  return run_command({"k-sweep", "zinc", "k-sweep", "ZINC: how many eigenvectors",
                      "Trains GatedGCN with MAP on ZINC for several numbers of eigenvectors and "
                      "prints the test MAE at the\nlast epoch beside the paper's."},
                     words);
}

int run_ablation(const Words& words) {
  return run_command({"ablation", "zinc", "ablation", "ZINC: the parts of canonization",
                      "Trains GatedGCN with MAP on ZINC with one part of the canonization left out "
                      "at a time and prints\nthe test MAE at the last epoch beside the paper's."},
                     words);
}

int run_time_table(const Words& words) {
  return run_command({"time-table", "molpcba", "molpcba", "MOLPCBA: the time of MAP and SignNet",
                      "Measures preparation and training of GatedGCN on MOLPCBA with MAP and with "
                      "a SignNet of the same size,\nfor one epoch unless --epochs says more, "
                      "beside the paper's hours and their ratio.",
                      true},
                     words);
}

} // namespace canon::tool
