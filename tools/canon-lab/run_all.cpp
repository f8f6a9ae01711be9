#include "canon-lab/commands.hpp"
#include "canon-lab/options.hpp"
#include "run/basis_isomorphism.hpp"
#include "run/done_steps.hpp"
#include "run/exp.hpp"
#include "run/expressivity.hpp"
#include "run/index_page.hpp"
#include "run/molecule_run.hpp"
#include "run/verification.hpp"
#include "study/molecules.hpp"
#include "study/random.hpp"

#include <algorithm>
#include <functional>
#include <iostream>

namespace canon::tool {
namespace {

using lab::Json;

struct Step {
  std::string name;   ///< of its record
  Json configuration; ///< all that decides the result
  std::function<lab::Report()> run;
};

Step verification_step(const lab::RunOptions& options) {
  return {"verification", {{"seed", options.seed}, {"quick", options.quick}}, [options] {
            return lab::run_verification(options);
          }};
}

Step random_step(const lab::RunOptions& options) {
  lab::RandomStudy study;
  study.grid = lab::full_grid();
  if (options.quick) {
    study.grid.kinds = {"goe", "erdos-renyi", "random-regular", "random-tree", "rank-one"};
    study.grid.sizes = study.grid.rank_one_sizes = {8, 16, 32, 64, 128};
    study.grid.probabilities = {0.5};
    study.grid.trials = 100;
  }
  study.seed = options.seed;
  study.threads = options.threads;
  study.out = options.out;
  study.fresh = options.fresh;
  study.progress = options.progress;
  const lab::RandomPlan plan = lab::make_plan(study.grid, study.ensembles, study.seed);
  return {"random", lab::random_configuration(plan),
          [study] { return lab::run_random_study(study); }};
}

Step molecules_step(const lab::RunOptions& options, const std::string& folder) {
  lab::MoleculeStudy study;
  study.paths = {folder};
  study.threads = options.threads;
  study.progress = options.progress;
  return {"molecules", {{"folder", folder}}, [study] { return lab::run_molecule_study(study); }};
}

Step basis_step(const lab::RunOptions& options, int epochs) {
  lab::BasisRun run;
  run.options = options;
  run.epochs = epochs;
  run.runs = options.quick ? 2 : 8;
  Json configuration = lab::basis_configuration(run);
  configuration["seed"] = options.seed;
  configuration["runs"] = run.runs;
  configuration["backend"] = nn::name(options.backend);
  return {"basis-isomorphism", configuration, [run] { return lab::run_basis_isomorphism(run); }};
}

Step exp_step(const lab::RunOptions& options, const std::string& data, int epochs) {
  lab::ExpRun run;
  run.options = options;
  run.epochs = epochs;
  run.file = data;
  return {"exp", lab::exp_configuration(run), [run] { return lab::run_exp(run); }};
}

Step expressivity_step(const lab::RunOptions& options, const std::string& data) {
  lab::ExpressivityRun run;
  run.options = options;
  run.data = data;
  return {"expressivity", lab::expressivity_configuration(run),
          [run] { return lab::run_expressivity(run); }};
}

/// Only in small, on generated molecules: the tables themselves take days and have commands of
/// their own.
Step zinc_step(const lab::RunOptions& options, int epochs) {
  lab::MoleculeRun run;
  run.options = options;
  run.epochs = epochs;
  run.title = "Graph networks on generated molecules (not ZINC)";
  return {"zinc", lab::molecule_configuration(run), [run] { return lab::run_molecules(run); }};
}

std::vector<Step> steps_of(const CommandLine& line, const lab::RunOptions& options) {
  std::vector<Step> steps = {verification_step(options), random_step(options)};
  if (line.given("molecules")) steps.push_back(molecules_step(options, line.text("molecules")));
  const int epochs = line.given("epochs") ? static_cast<int>(line.natural("epochs")) : 0;
  steps.push_back(basis_step(options, epochs));
  steps.push_back(exp_step(options, line.text("data"), epochs));
  steps.push_back(expressivity_step(options, line.text("expressivity")));
  if (options.quick) steps.push_back(zinc_step(options, epochs));
  return steps;
}

} // namespace

int run_all(const Words& words) {
  CommandLine line(
      "canon-lab run all [OPTION]...",
      "Verification, the violation studies, basis isomorphism, EXP and expressivity, each beside "
      "the paper, with\n--quick also graph networks on generated molecules; and one page with all, "
      "FOLDER/index.html. Can be\nstopped at any moment; the same command resumes it. The tables "
      "of "
      "molecules have their own commands.\n",
      {"canon-lab run all --quick", "canon-lab run all --data GRAPHSAT.txt --molecules DATA"});
  line.group("Data");
  line.option("data", "FILE", "the published GRAPHSAT.txt (default: EXP is generated)");
  line.option("molecules", "FOLDER", "of data sets in OGB's layout (default: no molecule study)");
  line.option("expressivity", "FOLDER",
              "with BREC, CSL and SR25 (default: generated hard graphs alone)");
  line.group("Training");
  line.natural_option("epochs", "N", "instead of what the settings say", 1, 1'000'000);
  add_device(line);
  add_run_options(line, "report");
  line.arguments(0, 0, "no arguments");
  if (!line.parse(words)) return exit_ok;
  Reporting reporting(line);
  const lab::RunOptions options = reporting.run_options(line);
  const std::vector<Step> steps = steps_of(line, options);
  lab::DoneSteps done(options.out, options.fresh);
  int worst = exit_ok;
  std::size_t passed = 0; // steps that have had their turn, done or failed
  const auto write_page = [&] {
    std::vector<std::string> names, to_come;
    for (std::size_t i = 0; i < steps.size(); ++i)
      (i < passed || done.has(steps[i].name, steps[i].configuration) ? names : to_come)
          .push_back(steps[i].name);
    lab::write_index(options.out, names, to_come, options.quick);
  };
  write_page(); // first, so that the pages of the steps can lead back to it
  for (const Step& step : steps) {
    ++passed;
    if (done.has(step.name, step.configuration)) {
      options.progress->say(step.name + ": done before (--fresh does it again)");
      reporting.show(step.name);
      continue;
    }
    options.progress->say(step.name);
    reporting.restart_clock();
    const int code = reporting.finish(step.run());
    if (code == exit_ok) done.add(step.name, step.configuration);
    worst = std::max(worst, code);
    if (!line.given("json")) std::cout << "\n" << std::flush;
    write_page();
  }
  if (!reporting.quiet())
    std::cerr << "The whole on one page: " << (options.out / "index.html").string() << "\n";
  return worst;
}

} // namespace canon::tool
