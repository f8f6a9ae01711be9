#include "study/molecules.hpp"

#include "cli/progress.hpp"
#include "cli/running.hpp"
#include "report/stamp.hpp"
#include "study/molecule_report.hpp"

#include <canon/graph_io.hpp>
#include <canon/option_ranges.hpp>

#include <iostream>

namespace canon::lab {
namespace {

void describe(tool::CommandLine& line) {
  line.arguments(1, 1000, "PATH...");
  line.group("What is counted");
  line.natural_option("min-nodes", "N",
                      "pass over smaller graphs, but in the tables that say they do not", 1,
                      max_vertices, "6");
  line.real_option("c,c", "NUMBER", "constant in the summary vectors", -largest_c, largest_c, "10");
  line.group("Output");
  line.option("out,o", "DIR",
              "also write molecules.json, csv tables, svg plots and molecules.html into DIR");
  line.flag("json", "print the json record instead of the tables");
  tool::add_running(line);
}

std::size_t graphs_in(const std::vector<MoleculeSet>& sets) {
  std::size_t total = 0;
  for (const MoleculeSet& set : sets)
    total += set.reader->size().value_or(0);
  return total;
}

} // namespace

int run_study_molecules(const tool::Words& words) {
  tool::CommandLine line(
      "canon-lab study molecules PATH... [OPTION]...",
      "Counts in molecules what the paper counts: multiple eigenvalues, failures of the "
      "\"canonical sign\",\nviolations of Assumptions 1, 2 and 3. Every vector by our verdicts, "
      "then as the published script\ncounts, then the paper's own numbers. PATH is a folder in the "
      "raw layout of the Open Graph\nBenchmark, or one that holds such folders.\n",
      {"canon-lab study molecules data --out molecules",
       "canon-lab study molecules data/ogbg_molhiv data/ogbg_molpcba",
       "canon-lab study molecules data/zinc12k --c 0 --json"});
  describe(line);
  if (!line.parse(words)) return tool::exit_ok;

  MoleculeOptions options;
  options.min_nodes = line.natural("min-nodes");
  options.c = line.real("c");
  const std::size_t threads = tool::threads_option(line);
  const bool publish = line.given("out"), quiet = line.given("quiet");
  if (publish) check_report_folder(line.text("out"));

  std::vector<MoleculeSet> sets =
      open_molecule_sets({line.arguments().begin(), line.arguments().end()});
  std::vector<MoleculeResult> results;
  double seconds = 0.0;
  {
    tool::Progress progress(!quiet, graphs_in(sets));
    for (MoleculeSet& set : sets)
      results.push_back(count_molecule_set(set, options, threads, [&] { progress.tick(); }));
    seconds = progress.seconds();
  }
  Report report = molecule_report(results, options);
  report.record().stamp = make_stamp(seconds, threads);

  Report::Published published;
  if (publish) published = report.publish(line.text("out"));
  if (line.given("json"))
    std::cout << record_text(report.record());
  else
    report.print(std::cout);
  if (!published.missing.empty()) std::cerr << published.missing << "\n";
  if (publish && !quiet) std::cerr << "written: " << published.files.back().string() << "\n";
  return tool::exit_ok;
}

} // namespace canon::lab
