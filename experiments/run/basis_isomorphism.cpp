#include "run/basis_isomorphism.hpp"

#include "dataset/tight_frame.hpp"
#include "run/basis_row.hpp"
#include "run/basis_training.hpp"
#include "train/cross_validation.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <shell/errors.hpp>

namespace canon::lab {
namespace {

std::string_view what_of(BasisVariant variant) {
  switch (variant) {
  case BasisVariant::general:
    return "random weighted graphs";
  case BasisVariant::matched:
    return "random weighted graphs with rows of the same lengths";
  case BasisVariant::symmetric:
    return "symmetric graphs, on which MAP fails";
  case BasisVariant::as_published:
    return "as the published script does it";
  }
  return "";
}

Table table_of_variant(const BasisRun& run, const BasisIsomorphismOptions& options) {
  Table table;
  const std::string variant(basis_variant_name(options.variant));
  table.name = variant;
  table.title = "Basis isomorphism, test accuracy: " + std::string(what_of(options.variant)) +
                (run.options.quick ? " (quick)" : "");
  table.caption = std::to_string(options.classes) + " classes x " +
                  std::to_string(options.instances) + " instances, multiplicity " +
                  std::to_string(options.multiplicity) + ", " + std::to_string(run.runs) +
                  " runs; chance is " +
                  number_cell(1.0 / static_cast<double>(options.classes), 2).text + ".";
  table.columns = {{"PE", Align::left},
                   {"ours"},
                   {"lowest"},
                   {"highest"},
                   {"paper", Align::right, Origin::paper}};
  return table;
}

void add_variant(const BasisRun& run, const BasisIsomorphismOptions& options, BasisRuns& done,
                 Report& report) {
  std::vector<BasisRow> rows;
  for (const std::string& name : run.rows) {
    rows.push_back(basis_row(run.config, name, options.classes, options.multiplicity));
    if (run.epochs > 0) rows.back().train.epochs = rows.back().train.test_every = run.epochs;
    rows.back().train.accumulate_gradient = run.as_published;
    if (run.as_published) rows.back().train.plateau.patience = 25;
  }
  train_variant(run, options, rows, done);
  Table table = table_of_variant(run, options);
  const std::string variant(basis_variant_name(options.variant));
  Json& results = report.record().results[variant];
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<double> tests;
    Json entry = Json::object();
    for (int r = 0; r < run.runs; ++r) { // the journal may hold more
      const BasisOutcome& outcome = done.of(variant)[static_cast<std::size_t>(r)][i];
      tests.push_back(outcome.test);
      entry["test"].push_back(outcome.test);
      entry["valid"].push_back(outcome.valid);
      entry["hidden"].push_back(outcome.hidden);
      entry["rate"].push_back(outcome.rate);
    }
    results[rows[i].name] = entry;
    const Spread spread = spread_of(tests);
    Cell paper = "";
    // The paper's numbers are for its own task only.
    if (rows[i].paper && (options.variant == BasisVariant::general || run.as_published))
      paper = deviation_cell(*rows[i].paper, rows[i].paper_deviation.value_or(0.0), 2);
    table.row({rows[i].title, deviation_cell(spread.mean, spread.deviation, 2),
               number_cell(*std::min_element(tests.begin(), tests.end()), 2),
               number_cell(*std::max_element(tests.begin(), tests.end()), 2), paper});
  }
  if (run.as_published)
    table.notes.emplace_back("As published: classes are random orthonormal matrices without a "
                             "graph, gradients are never cleared, the rate is lowered by the loss "
                             "of the test set. The script has 2 classes x 1000 instances; the "
                             "paper's text 10 x 20, and graphs.");
  if (options.variant == BasisVariant::matched)
    table.notes.emplace_back(
        "The rows of the eigenspace have the same lengths in every class. Averaged over random "
        "bases, whatever a model sums over nodes depends on these lengths alone, so without a "
        "canonical basis the mean of its output is the same for all classes.");
  report.table(table);
}

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

Json basis_configuration(const BasisRun& run) {
  Json configuration = {{"classes", run.data.classes},
                        {"instances", run.data.instances},
                        {"multiplicity", run.data.multiplicity},
                        {"rows", run.rows},
                        {"quick", run.options.quick},
                        {"as_published", run.as_published}};
  if (run.data.n) configuration["nodes"] = *run.data.n;
  if (run.epochs > 0) configuration["epochs"] = run.epochs;
  for (const std::string& name : run.rows)
    for (const auto& [key, value] : run.config.all(name))
      configuration["settings"][name][key] = value;
  return configuration;
}

Report run_basis_isomorphism(const BasisRun& run, const std::vector<BasisVariant>& variants,
                             Journal& journal) {
  Report report("basis-isomorphism", "Basis isomorphism: telling graphs by a turned basis");
  report.record().seed = run.options.seed;
  report.record().configuration = basis_configuration(run);
  report.record().configuration["runs"] = run.runs;
  BasisRuns done(journal, run.rows.size());
  report.prose(
      "Every instance is a relabelled copy of one of the graphs, with a random basis of "
      "one of its eigenspaces. A turn of the basis leaves the lengths of its rows as they "
      "are, and a model can learn these; all else that tells the graphs apart is there for "
      "those only who make the basis canonical.");
  for (const BasisVariant variant : variants) {
    BasisIsomorphismOptions options = run.data;
    options.variant = variant;
    add_variant(run, options, done, report);
  }
  return report;
}

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
  line.option("classes", "N", "graphs", "10");
  line.option("instances", "N", "copies of each", "20");
  line.option("multiplicity", "D", "of the eigenvalue", "3");
  line.option("nodes", "N", "of a graph (default: 7; of symmetric ones 2^D D)");
  line.flag("as-published",
            "repeat the settings of the published script, its slips included: 2 classes x 1000 "
            "unless told otherwise");
  line.group("Training");
  line.option("runs", "N", "with data and weights of their own", "4");
  line.option("rows", "LIST", "of the settings (default: all)");
  line.option("epochs", "N", "instead of what the settings say");
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
  if (!run.as_published || line.given("classes"))
    run.data.classes = line.natural("classes", 2, 10'000);
  if (!run.as_published || line.given("instances"))
    run.data.instances = line.natural("instances", 2, 1'000'000);
  if (!run.as_published) {
    run.data.multiplicity = line.natural("multiplicity", 2, 100);
    if (line.given("nodes")) run.data.n = line.natural("nodes", 1, 10'000);
    if (line.given("variant")) {
      const auto variant = basis_variant_by_name(line.text("variant"));
      if (!variant || *variant == BasisVariant::as_published)
        throw tool::UsageError("--variant: expected general, matched or symmetric, got '" +
                               line.text("variant") + "'");
      variants = {*variant};
    } else {
      variants = fitting_variants(run);
    }
  }
  run.runs = static_cast<int>(line.natural("runs", 1, 10'000));
  if (run.options.quick && !line.given("runs")) run.runs = 2;
  if (line.given("epochs")) run.epochs = static_cast<int>(line.natural("epochs", 1, 1'000'000));
  if (run.options.quick && run.epochs == 0) run.epochs = 300;
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
  if (error) throw FileError(run.options.out.string() + ": cannot be made: " + error.message());
  Journal journal(run.options.out / "basis-isomorphism.journal", configuration, run.options.fresh);
  Report report = run_basis_isomorphism(run, variants, journal);
  finish(report, run.options,
         std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  journal.remove();
  return tool::exit_ok;
}

} // namespace canon::lab
