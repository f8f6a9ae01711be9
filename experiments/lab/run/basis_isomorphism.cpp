#include "run/basis_isomorphism.hpp"

#include "cli/errors.hpp"
#include "dataset/tight_frame.hpp"
#include "run/basis_row.hpp"

#include <chrono>

namespace canon::lab {
namespace {

/// All that have graphs of this size and multiplicity.
std::vector<BasisVariant> fitting_variants(const BasisRun& run) {
  std::vector<BasisVariant> variants = {BasisVariant::general};
  const std::size_t n = run.data.n.value_or(BasisIsomorphismOptions::usual_n);
  if (lengths_leave_freedom(n, run.data.multiplicity))
    variants.push_back(BasisVariant::matched);
  else if (n >= run.data.multiplicity + 2) // fewer are refused anyway
    tell(run.options, "no matched graphs: " + std::to_string(n) +
                          " nodes are too few for multiplicity " +
                          std::to_string(run.data.multiplicity));
  if (!run.data.n) variants.push_back(BasisVariant::symmetric); // its size is its own
  return variants;
}

} // namespace

int run_basis_isomorphism_command(const tool::Words& words) {
  tool::CommandLine line(
      "canon-lab run basis-isomorphism [OPTION]...",
      "Non-isomorphic weighted graphs whose first eigenvectors after the constant one share an "
      "eigenspace; copies\nby a random permutation and a random basis; a small DeepSets tells "
      "which graph a copy is of.\nCan be stopped at any moment; the same command goes "
      "on where it was.\n",
      {"canon-lab run basis-isomorphism", "canon-lab run basis-isomorphism --runs 8",
       "canon-lab run basis-isomorphism --variant symmetric --classes 20",
       "canon-lab run basis-isomorphism --as-published --classes 10 --instances 20"});
  line.group("Data");
  line.option(
      "variant", "NAME",
      "general (random graphs), matched (random graphs that the lengths of rows do not tell "
      "apart), symmetric (MAP fails on them); default: all, and with --nodes the first two");
  line.natural_option("classes", "N", "graphs", 2, 10'000, "10");
  line.natural_option("instances", "N", "copies of each", 2, 1'000'000, "20");
  line.natural_option("multiplicity", "D", "of the eigenvalue", 2, 100, "3");
  line.natural_option("nodes", "N", "of a graph (default: 7; of symmetric ones 2^D D)", 1, 10'000);
  line.flag("as-published",
            "repeat the settings of the published script, its slips included: 2 classes x 1000 "
            "unless told otherwise");
  line.group("Training");
  line.natural_option("runs", "N", "with data and weights of their own", 1, 10'000, "4");
  line.option("rows", "LIST", "of the settings (default: all)");
  line.natural_option("epochs", "N", "instead of what the settings say", 1, 1'000'000);
  add_run_options(line, "basis-isomorphism");
  line.arguments(0, 0, "no arguments");
  if (!line.parse(words)) return tool::exit_ok;

  BasisRun run;
  run.options = run_options(line);
  run.config = run_config(line, "basis-isomorphism");
  run.rows = line.given("rows") ? rows_option(line, "rows", run.config) : run.config.sections();
  run.as_published = line.given("as-published");
  std::vector<BasisVariant> variants;
  if (run.as_published) {
    for (const char* other : {"variant", "multiplicity", "nodes"})
      if (line.given(other))
        throw tool::UsageError(std::string("--as-published fixes the data: leave out --") + other);
    run.data = BasisIsomorphismOptions::published();
    variants = {BasisVariant::as_published};
  }
  if (!run.as_published || line.given("classes")) run.data.classes = line.natural("classes");
  if (!run.as_published || line.given("instances")) run.data.instances = line.natural("instances");
  if (!run.as_published) {
    run.data.multiplicity = line.natural("multiplicity");
    if (line.given("nodes")) run.data.n = line.natural("nodes");
    if (line.given("variant")) {
      const auto variant = parse<BasisVariant>(line.text("variant"));
      if (!variant || *variant == BasisVariant::as_published)
        throw tool::UsageError("--variant: expected general, matched or symmetric, got '" +
                               line.text("variant") + "'");
      variants = {*variant};
    } else {
      variants = fitting_variants(run);
    }
  }
  run.runs = static_cast<int>(line.natural("runs"));
  if (run.options.quick && !line.given("runs")) run.runs = 2;
  if (line.given("epochs")) run.epochs = static_cast<int>(line.natural("epochs"));
  for (const BasisVariant variant : variants) { // before anything is written
    BasisIsomorphismOptions data = run.data;
    data.variant = variant;
    (void)checked_nodes(data);
    for (const std::string& name : run.rows)
      (void)basis_row(run.config, name, data.classes, data.multiplicity);
  }
  const auto start = std::chrono::steady_clock::now();
  Json configuration = basis_configuration(run);
  configuration["seed"] = run.options.seed;
  configuration["format"] = 1; // of the journal's lines, and of what the numbers mean
  std::error_code error;
  std::filesystem::create_directories(run.options.out, error);
  if (error) throw WriteError(run.options.out.string() + ": cannot be made: " + error.message());
  Journal journal(run.options.out / "basis-isomorphism.journal", configuration, run.options.fresh);
  Report report = run_basis_isomorphism(run, variants, journal);
  finish(report, run.options,
         std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  journal.remove();
  return tool::exit_ok;
}

} // namespace canon::lab
