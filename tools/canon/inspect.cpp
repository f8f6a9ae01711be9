#include "canon/commands.hpp"
#include "canon/errors.hpp"
#include "canon/input.hpp"
#include "canon/json.hpp"
#include "canon/options.hpp"
#include "canon/progress.hpp"
#include "canon/table.hpp"

#include <canon/parallel.hpp>

#include <algorithm>
#include <iostream>

namespace canon::tool {
namespace {

struct Settings {
  GraphOperator op;
  CanonizeOptions canonize;
  SpectrumOptions spectrum;
  bool json = false;
};

struct Totals {
  std::size_t graphs = 0, vectors = 0, settled_vectors = 0;
  std::size_t simple = 0, settled_simple = 0, multiple = 0, settled_multiple = 0, doubtful = 0;

  void count(const Eigenspace& space, const Outcome& outcome) {
    const bool unique = outcome.verdict == Verdict::unique;
    vectors += space.dimension;
    if (unique) settled_vectors += space.dimension;
    (space.dimension == 1 ? simple : multiple) += 1;
    if (unique) (space.dimension == 1 ? settled_simple : settled_multiple) += 1;
    if (outcome.margin.safety() < 1.0) ++doubtful;
  }

  void join(const Totals& other) {
    graphs += other.graphs;
    vectors += other.vectors;
    settled_vectors += other.settled_vectors;
    simple += other.simple;
    settled_simple += other.settled_simple;
    multiple += other.multiple;
    settled_multiple += other.settled_multiple;
    doubtful += other.doubtful;
  }

  [[nodiscard]] std::string text() const {
    return counted(graphs, "graph") + ": " + percent(settled_vectors, vectors) + " % of " +
           counted(vectors, "eigenvector") + " settled; " + std::to_string(settled_simple) +
           " of " + counted(simple, "simple space") + ", " + std::to_string(settled_multiple) +
           " of " + counted(multiple, "multiple space") + "; " + std::to_string(doubtful) +
           " with a margin below 1";
  }
};

struct Report {
  std::string text;
  Totals totals;
};

std::string space_json(const Eigenspace& space, const Outcome& outcome) {
  return JsonObject()
      .add("eigenvalue", space.eigenvalue)
      .add("multiplicity", space.dimension)
      .add("verdict", verdict_name(outcome.verdict))
      .add("level", level_name(outcome.level))
      .add("margin", outcome.margin.safety())
      .str();
}

Report inspect(const GraphRecord& record, std::size_t index, const Settings& settings) {
  Spectrum spectrum = canon::spectrum(record.graph, settings.op, settings.spectrum);
  const std::vector<Outcome> outcomes =
      canonize(spectrum, record.graph, settings.canonize, settings.spectrum.k).outcomes;
  Report report;
  report.totals.graphs = 1;
  Table table({"eigenvalue", "multiplicity", "<verdict", "<level", "margin"});
  std::string spaces;
  for (std::size_t s = 0; s < outcomes.size(); ++s) {
    const Eigenspace& space = spectrum.spaces[s];
    report.totals.count(space, outcomes[s]);
    if (settings.json)
      spaces += (spaces.empty() ? "" : ",") + space_json(space, outcomes[s]);
    else
      table.row({short_number(space.eigenvalue, 10), std::to_string(space.dimension),
                 std::string(verdict_name(outcomes[s].verdict)),
                 std::string(level_name(outcomes[s].level)),
                 short_number(outcomes[s].margin.safety(), 2)});
  }
  const std::size_t n = num_vertices(record.graph), m = num_edges(record.graph);
  if (settings.json)
    report.text = JsonObject()
                      .add("graph", index)
                      .add("n", n)
                      .add("m", m)
                      .add("operator", operator_name(settings.op))
                      .raw("spaces", "[" + spaces + "]")
                      .str() +
                  "\n";
  else
    report.text = "graph " + std::to_string(index) +
                  (record.name.empty() ? "" : " " + json_string(record.name)) + ": " +
                  std::to_string(n) + " vertices, " + std::to_string(m) + " edges, " +
                  std::string(operator_name(settings.op)) + "\n" + table.str(2) + "\n";
  return report;
}

void describe(CommandLine& line) {
  line.arguments(1, 1, "IN");
  line.group("Input and output");
  line.option("format", "NAME",
              "of IN: " + either(names_of(all_formats(), format_name)) + " (default: guessed)");
  line.option("limit", "N", "only the first N graphs");
  line.option("k,k", "K", "only the spaces of the K leading eigenvectors (default: all)");
  line.flag("json", "one JSON object a line and graph, and nothing else");
  add_canonizing(line);
  add_solver(line);
  add_reading_rules(line);
  add_running(line);
}

} // namespace

int run_inspect(const Words& words) {
  CommandLine line(
      "inspect IN [OPTION]...",
      "Shows the eigenspaces of every graph, low frequencies first: eigenvalue, "
      "multiplicity, whether the\nbasis is unique (or why not), the level that settled "
      "it, and the margin: the factor by which every\ncomparison could have been off "
      "without changing the verdict (below 1 it is not to be relied on).\n",
      {"canon inspect graphs.g6 --limit 1",
       "canon inspect data/zinc12k --json --level joint > verdicts.jsonl",
       "canon generate petersen | canon inspect - --format graph6 --operator adjacency"});
  describe(line);
  if (!line.parse(words)) return exit_ok;

  Settings settings;
  settings.op = operator_option(line);
  settings.canonize = canonizing(line);
  settings.spectrum.tolerance = settings.canonize.tolerance;
  settings.spectrum.solver = solver_option(line);
  if (line.given("k")) settings.spectrum.k = line.natural("k", 1, 1'000'000);
  settings.json = line.given("json");
  const std::size_t limit =
      line.given("limit") ? line.natural("limit") : static_cast<std::size_t>(-1);
  const std::size_t threads = threads_option(line);

  Input input(line.arguments()[0], format_option(line, "format"), reading_rules(line), "--format",
              limit);
  Totals totals;
  {
    Progress progress(!line.given("quiet") && !stdout_is_terminal(), input.size());
    ordered_pipeline<GraphRecord, Report>(
        threads, [&](GraphRecord& record) { return input.next(record); },
        [&](GraphRecord& record, std::size_t index) { return inspect(record, index, settings); },
        [&](const Report& report, std::size_t) {
          if (!(std::cout << report.text)) throw FileError("standard output cannot be written");
          totals.join(report.totals);
          progress.tick();
        });
  }
  if (!settings.json) std::cout << totals.text() << "\n";
  return exit_ok;
}

} // namespace canon::tool
