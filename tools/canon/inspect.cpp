#include "canon/commands.hpp"
#include "canon/input.hpp"
#include "canon/options.hpp"
#include "cli/command_line.hpp"
#include "cli/json.hpp"
#include "cli/progress.hpp"

#include <canon/base/text_table.hpp>
#include <canon/certificate_io.hpp>
#include <canon/pipeline.hpp>

#include <algorithm>
#include <iostream>

namespace canon::tool {
namespace {

struct Settings {
  GraphOperator op;
  CanonizeOptions canonize;
  SpectrumOptions spectrum;
  bool json = false;
  bool certificates = false;
};

struct Totals {
  std::size_t graphs = 0, vectors = 0, settled_vectors = 0;
  std::size_t simple = 0, settled_simple = 0, multiple = 0, settled_multiple = 0, doubtful = 0;
  std::size_t warned_graphs = 0; ///< with a margin below 10

  void count(const SpaceCertificate& space) {
    const bool unique = space.verdict == Verdict::unique;
    vectors += space.dimension;
    if (unique) settled_vectors += space.dimension;
    (space.dimension == 1 ? simple : multiple) += 1;
    if (unique) (space.dimension == 1 ? settled_simple : settled_multiple) += 1;
    if (space.margin < 1.0) ++doubtful;
    if (space.warning) warned_graphs = 1;
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
    warned_graphs += other.warned_graphs;
  }

  [[nodiscard]] std::string text() const {
    return counted(graphs, "graph") + ": " + percent(settled_vectors, vectors) + " % of " +
           counted(vectors, "eigenvector") + " settled; " + std::to_string(settled_simple) +
           " of " + counted(simple, "simple space") + ", " + std::to_string(settled_multiple) +
           " of " + counted(multiple, "multiple space") + "; " + std::to_string(doubtful) +
           " with a margin below 1" + warning_line(warned_graphs);
  }
};

struct Report {
  std::string text, certificate;
  Totals totals;
};

Json space_json(const SpaceCertificate& space) {
  return {{"eigenvalue", space.eigenvalue},     {"multiplicity", space.dimension},
          {"verdict", name(space.verdict)},     {"level", name(space.level)},
          {"guarantee", name(space.guarantee)}, {"margin", space.margin}};
}

/// What a certificate says of each space, but for the basis and the search for a witness.
std::vector<SpaceCertificate> outlines(const Graph& graph, const Settings& settings) {
  Spectrum spectrum = canon::solve_spectrum(graph, settings.op, settings.spectrum);
  const std::vector<Outcome> outcomes =
      canonize(spectrum, graph, settings.canonize, settings.spectrum.k).outcomes;
  std::vector<SpaceCertificate> result(outcomes.size());
  for (std::size_t s = 0; s < outcomes.size(); ++s) {
    result[s].eigenvalue = spectrum.spaces[s].eigenvalue;
    result[s].dimension = spectrum.spaces[s].dimension;
    result[s].verdict = outcomes[s].verdict;
    result[s].level = outcomes[s].level;
    result[s].guarantee = outcomes[s].guarantee();
    result[s].margin = outcomes[s].margin.safety();
    result[s].warning = result[s].margin < warning_margin;
  }
  return result;
}

Report inspect(const GraphRecord& record, std::size_t index, const Settings& settings) {
  Report report;
  std::vector<SpaceCertificate> described;
  if (settings.certificates) {
    Certificate certificate =
        certify(record.graph, settings.op, settings.canonize, settings.spectrum.k);
    report.certificate = certificate_line(certificate);
    described = std::move(certificate.spaces);
  } else {
    described = outlines(record.graph, settings);
  }
  report.totals.graphs = 1;
  TextTable table({"eigenvalue", "multiplicity", "<verdict", "<level", "<guarantee", "margin"});
  Json spaces = Json::array();
  for (const SpaceCertificate& space : described) {
    report.totals.count(space);
    if (settings.json)
      spaces.push_back(space_json(space));
    else
      table.row({short_number(space.eigenvalue, 10), std::to_string(space.dimension),
                 std::string(name(space.verdict)), std::string(name(space.level)),
                 std::string(name(space.guarantee)), short_number(space.margin, 2)});
  }
  const std::size_t n = num_vertices(record.graph), m = num_edges(record.graph);
  if (settings.json)
    report.text = json_text({{"graph", index},
                             {"n", n},
                             {"m", m},
                             {"operator", name(settings.op)},
                             {"spaces", std::move(spaces)}}) +
                  "\n";
  else
    report.text = "graph " + std::to_string(index) +
                  (record.name.empty() ? "" : " " + json_text(record.name)) + ": " +
                  std::to_string(n) + " vertices, " + std::to_string(m) + " edges, " +
                  std::string(name(settings.op)) + "\n" + table.str(2) + "\n";
  return report;
}

void describe(CommandLine& line) {
  line.arguments(1, 1, "IN");
  line.group("Input and output");
  line.option("format", "NAME",
              "of IN: " + comma_separated(names<GraphFormat>()) + " (default: guessed)");
  line.natural_option("limit", "N", "only the first N graphs", 0, UINT64_MAX);
  line.natural_option("k,k", "K", "only the spaces of the K leading eigenvectors (default: all)", 1,
                      1'000'000);
  line.flag("json", "one JSON object per graph, one per line, and nothing else");
  line.option(
      "certificates", "FILE",
      "also write a certificate of every graph, for canon certify: the bases, and witnesses "
      "where no equivariant one exists (dense solver only)");
  add_canonizing(line);
  add_solver(line);
  add_reading_rules(line);
  add_running(line);
}

} // namespace

int run_inspect(const Words& words) {
  CommandLine line(
      "canon inspect IN [OPTION]...",
      "Shows the eigenspaces of every graph, low frequencies first: eigenvalue, "
      "multiplicity, whether the\nbasis is unique (or why not), the level that settled "
      "it, what that guarantees (equivariant, or\nup_to_automorphism), and the margin: the factor "
      "by "
      "which the estimated errors could be larger without\nchanging the verdict (below 1 it is "
      "unreliable).\n",
      {"canon inspect graphs.g6 --limit 1",
       "canon inspect data/zinc12k --json --level joint > verdicts.jsonl",
       "canon inspect graphs.g6 --level label --certificates graphs.jsonl > /dev/null",
       "canon generate petersen | canon inspect - --format graph6 --operator adjacency"});
  describe(line);
  if (!line.parse(words)) return exit_ok;

  Settings settings;
  settings.op = operator_option(line);
  settings.canonize = canonizing(line);
  settings.spectrum.tolerance = settings.canonize.tolerance;
  settings.spectrum.solver = solver_option(line);
  settings.spectrum.partial = true; // a space that is cut at k is described, not written
  if (line.given("k")) settings.spectrum.k = line.natural("k");
  settings.json = line.given("json");
  settings.certificates = line.given("certificates");
  if (settings.certificates && settings.spectrum.solver != Solver::automatic &&
      settings.spectrum.solver != Solver::dense)
    throw UsageError("--certificates: expected --solver auto or dense, got '" +
                     line.text("solver") + "'");
  if (line.text("certificates") == "-")
    throw UsageError("--certificates: expected a file, for standard output holds the table");
  const std::size_t limit =
      line.given("limit") ? line.natural("limit") : static_cast<std::size_t>(-1);
  const std::size_t threads = threads_option(line);

  Input input(line.arguments()[0], format_option(line, "format"), reading_rules(line), "--format",
              limit);
  std::optional<CertificateWriter> writer;
  if (settings.certificates) writer.emplace(line.text("certificates"));
  Totals totals;
  {
    Progress progress(!line.given("quiet") && !stdout_is_terminal(), input.size());
    ordered_pipeline<GraphRecord, Report>(
        threads, [&](GraphRecord& record) { return input.next(record); },
        [&](GraphRecord& record, std::size_t index) { return inspect(record, index, settings); },
        [&](const Report& report, std::size_t) {
          if (!(std::cout << report.text)) throw WriteError("standard output cannot be written");
          if (writer) writer->write_line(report.certificate);
          totals.join(report.totals);
          progress.tick();
        });
    if (writer) writer->finish();
  }
  if (!settings.json) std::cout << totals.text() << "\n";
  return exit_ok;
}

} // namespace canon::tool
