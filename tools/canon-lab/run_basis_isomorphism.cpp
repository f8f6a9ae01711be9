#include "canon-lab/commands.hpp"
#include "canon-lab/options.hpp"
#include "cli/command_line.hpp"
#include "run/basis_isomorphism.hpp"

namespace canon::tool {
namespace {

using lab::BasisVariant;

void describe(CommandLine& line) {
  line.group("Data");
  line.option(
      "variant", "NAME",
      "general (random graphs), matched (random graphs that the lengths of rows do not "
      "distinguish), symmetric (MAP fails on them); default: all, and with --nodes the first two");
  line.natural_option("classes", "N", "graphs", 2, 10'000, "10");
  line.natural_option("instances", "N", "copies of each", 2, 1'000'000, "20");
  line.natural_option("multiplicity", "D", "of the eigenvalue", 2, 100, "3");
  line.natural_option("nodes", "N", "per graph (default: 7; of symmetric ones 2^D D)", 1, 10'000);
  line.flag("as-published",
            "repeat the settings of the published script, its slips included; by default 2 "
            "classes x 1000");
  line.group("Training");
  line.natural_option("runs", "N", "with data and weights of their own", 1, 10'000, "4");
  add_rows(line, "all");
  line.natural_option("epochs", "N", "instead of what the settings say", 1, 1'000'000);
  add_config(line);
  add_device(line);
  add_run_options(line, "basis-isomorphism");
  line.arguments(0, 0, "no arguments");
}

std::vector<BasisVariant> variant_option(const CommandLine& line) {
  if (!line.given("variant")) return {};
  const auto variant = parse<BasisVariant>(line.text("variant"));
  if (!variant || *variant == BasisVariant::as_published)
    throw UsageError("--variant: expected general, matched or symmetric, got '" +
                     line.text("variant") + "'");
  return {*variant};
}

void read_data_options(const CommandLine& line, lab::BasisRun& run) {
  run.as_published = line.given("as-published");
  if (run.as_published) {
    for (const char* other : {"variant", "multiplicity", "nodes"})
      if (line.given(other))
        throw UsageError(std::string("--as-published fixes the data: leave out --") + other);
    run.data = lab::BasisIsomorphismOptions::published();
  } else {
    run.data.multiplicity = line.natural("multiplicity");
    if (line.given("nodes")) run.data.n = line.natural("nodes");
    run.variants = variant_option(line);
  }
  if (!run.as_published || line.given("classes")) run.data.classes = line.natural("classes");
  if (!run.as_published || line.given("instances")) run.data.instances = line.natural("instances");
}

} // namespace

int run_basis_isomorphism(const Words& words) {
  CommandLine line(
      "canon-lab run basis-isomorphism [OPTION]...",
      "Non-isomorphic weighted graphs whose first eigenvectors after the constant one share an "
      "eigenspace; copies\nby a random permutation and a random basis; a small DeepSets "
      "recognises which graph a copy is of.\nCan be stopped at any moment; the same command "
      "resumes it.\n",
      {"canon-lab run basis-isomorphism", "canon-lab run basis-isomorphism --runs 8",
       "canon-lab run basis-isomorphism --variant symmetric --classes 20",
       "canon-lab run basis-isomorphism --as-published --classes 10 --instances 20"});
  describe(line);
  if (!line.parse(words)) return exit_ok;
  lab::BasisRun run;
  std::optional<Reporting> reporting;
  if (!begin_run(line, "basis-isomorphism", run, reporting)) return exit_ok;
  read_data_options(line, run);
  run.runs = static_cast<int>(line.natural("runs"));
  if (run.options.quick && !line.given("runs")) run.runs = 2;
  if (line.given("epochs")) run.epochs = static_cast<int>(line.natural("epochs"));
  return reporting->finish(lab::run_basis_isomorphism(std::move(run)));
}

} // namespace canon::tool
