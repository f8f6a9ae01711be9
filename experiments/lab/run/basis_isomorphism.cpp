#include "run/basis_isomorphism.hpp"

#include "dataset/tight_frame.hpp"
#include "report/journal.hpp"
#include "run/basis_row.hpp"
#include "run/basis_training.hpp"
#include "train/cross_validation.hpp"

#include <algorithm>

namespace canon::lab {
namespace {

/// What a table says about its graphs.
struct Words {
  std::string title, note;
};
Words words_of(BasisVariant variant) {
  switch (variant) {
  case BasisVariant::general:
    return {"random weighted graphs",
            "A rotation leaves the lengths of the rows as they are, and these differ from graph to "
            "graph: SignNet can learn them, given time. On matched graphs it cannot."};
  case BasisVariant::matched:
    return {"random weighted graphs with rows of the same lengths",
            "The rows of the eigenspace have the same lengths in every class. Averaged over random "
            "bases, whatever a model sums over nodes depends on these lengths alone, so without a "
            "canonical basis the mean of its output is the same for all classes."};
  case BasisVariant::symmetric:
    return {"symmetric graphs, on which MAP fails",
            "Every row of the eigenspace has the same length, so MAP finds one axis class only. "
            "Complete canonization makes the basis canonical here as well; where its row stays "
            "near chance, it is the small fixed model (width 10) that did not learn to use it, as "
            "the row of the chosen model with the same encoding shows."};
  case BasisVariant::as_published:
    return {"as the published script does it",
            "As published: classes are random orthonormal matrices without a graph, gradients are "
            "never cleared, the rate is lowered by the loss of the test set. The script has 2 "
            "classes x 1000 instances; the paper's text 10 x 20, and graphs."};
  }
  return {"", ""};
}

/// The paper's numbers are for its own task only.
bool is_the_papers(BasisVariant variant) {
  return variant == BasisVariant::general || variant == BasisVariant::as_published;
}

Table table_of_variant(const BasisRun& run, const BasisIsomorphismOptions& options) {
  Table table;
  table.name = name(options.variant);
  table.title = "Basis isomorphism, test accuracy: " + words_of(options.variant).title +
                (run.options.quick ? " (quick)" : "");
  table.caption =
      std::to_string(options.classes) + " classes x " + std::to_string(options.instances) +
      " instances, " + std::to_string(checked_nodes(options)) + " nodes, multiplicity " +
      std::to_string(options.multiplicity) + ", " + std::to_string(run.runs) + " runs; chance is " +
      number_cell(1.0 / static_cast<double>(options.classes), 2).text + ".";
  // Ours and the paper's side by side, where a narrow screen shows both.
  table.columns = {{"PE", Align::left}, {"ours"}};
  if (is_the_papers(options.variant))
    table.columns.push_back({"paper", Align::right, Origin::paper});
  table.columns.insert(table.columns.end(), {{"lowest"}, {"highest"}});
  table.notes.emplace_back(words_of(options.variant).note);
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
  const std::string variant(name(options.variant));
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
    std::vector<Cell> cells = {rows[i].title, deviation_cell(spread.mean, spread.deviation, 2)};
    if (is_the_papers(options.variant))
      cells.push_back(rows[i].paper
                          ? deviation_cell(*rows[i].paper, rows[i].paper_deviation.value_or(0.0), 2)
                          : Cell(""));
    cells.push_back(number_cell(*std::min_element(tests.begin(), tests.end()), 2));
    cells.push_back(number_cell(*std::max_element(tests.begin(), tests.end()), 2));
    table.row(std::move(cells));
  }
  report.table(table);
}

BasisIsomorphismOptions data_of(const BasisRun& run, BasisVariant variant) {
  BasisIsomorphismOptions data = run.data;
  data.variant = variant;
  return data;
}

/// All that have graphs of this size and multiplicity.
std::vector<BasisVariant> fitting_variants(const BasisRun& run) {
  if (run.as_published) return {BasisVariant::as_published};
  std::vector<BasisVariant> variants = {BasisVariant::general};
  const std::size_t n = run.data.n.value_or(BasisIsomorphismOptions::usual_n);
  if (lengths_leave_freedom(n, run.data.multiplicity))
    variants.push_back(BasisVariant::matched);
  else if (n >= run.data.multiplicity + 2) // fewer are refused anyway
    run.options.progress->say("no matched graphs: " + std::to_string(n) +
                              " nodes are too few for multiplicity " +
                              std::to_string(run.data.multiplicity));
  if (!run.data.n) variants.push_back(BasisVariant::symmetric); // its size is its own
  return variants;
}

/// Chooses what the caller left open; ArgumentError for settings and data that do not fit each
/// other.
void fill_defaults(BasisRun& run) {
  if (run.rows.empty()) run.rows = run.config.sections();
  if (run.variants.empty()) run.variants = fitting_variants(run);
  for (const BasisVariant variant : run.variants) {
    const BasisIsomorphismOptions data = data_of(run, variant);
    (void)checked_nodes(data);
    for (const std::string& name : run.rows)
      (void)basis_row(run.config, name, data.classes, data.multiplicity);
  }
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

Report run_basis_isomorphism(BasisRun run) {
  fill_defaults(run);
  Json configuration = basis_configuration(run);
  configuration["seed"] = run.options.seed;
  configuration["format"] = 1; // of the journal's lines, and of what the numbers mean
  const std::shared_ptr<Journal> journal =
      Journal::in(run.options.out, "basis-isomorphism", configuration, run.options.fresh);

  Report report("basis-isomorphism", "Basis isomorphism: classifying graphs by a rotated basis");
  report.record().seed = run.options.seed;
  report.record().configuration = basis_configuration(run);
  report.record().configuration["runs"] = run.runs;
  BasisRuns done(*journal, run.rows.size());
  report.prose(
      "Every instance is a relabelled copy of one of the graphs, with a random basis of "
      "one of its eigenspaces. A rotation of the basis leaves the lengths of its rows as "
      "they are, and a model can learn these; all else that distinguishes the graphs can be learnt "
      "from a canonical basis only.");
  for (const BasisVariant variant : run.variants)
    add_variant(run, data_of(run, variant), done, report);
  stamp_device(report.record(), run.options);
  report.replaces(journal);
  return report;
}

} // namespace canon::lab
