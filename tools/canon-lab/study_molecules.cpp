#include "canon-lab/commands.hpp"
#include "canon-lab/options.hpp"
#include "study/molecules.hpp"

#include <canon/graph_io.hpp>
#include <canon/option_ranges.hpp>

namespace canon::tool {
namespace {

void describe(CommandLine& line) {
  line.arguments(1, 1000, "PATH...");
  line.group("What is counted");
  line.natural_option("min-nodes", "N",
                      "ignore smaller graphs (except in tables that state otherwise)", 1,
                      max_vertices, "6");
  line.real_option("c,c", "NUMBER", "constant in the summary vectors", -largest_c, largest_c, "10");
  add_report_options(line, "molecules");
  add_shard(line);
}

} // namespace

int run_study_molecules(const Words& words) {
  CommandLine line(
      "canon-lab study molecules PATH... [OPTION]...",
      "Counts in molecules what the paper counts: multiple eigenvalues, failures of the "
      "\"canonical sign\",\nviolations of Assumptions 1, 2 and 3. Every vector by our verdicts, "
      "then as the published script\ncounts, then the paper's own numbers. PATH is a folder in the "
      "raw layout of the Open Graph\nBenchmark, or one that holds such folders.\n",
      {"canon-lab study molecules data --out molecules",
       "canon-lab study molecules data/ogbg_molhiv data/ogbg_molpcba",
       "canon-lab study molecules data/zinc12k --c 0 --json"});
  describe(line);
  if (!line.parse(words)) return exit_ok;
  Reporting reporting(line);
  lab::MoleculeStudy study;
  study.paths.assign(line.arguments().begin(), line.arguments().end());
  study.options.min_nodes = line.natural("min-nodes");
  study.options.c = line.real("c");
  study.threads = reporting.threads();
  study.progress = reporting.progress();
  study.out = reporting.out();
  study.fresh = reporting.fresh();
  return reporting.finish(
      line, joined({"study", "molecules"}, words),
      [&](const lab::Share& share) {
        study.share = share;
        lab::run_molecule_part(study);
      },
      [&] { return lab::run_molecule_study(study); });
}

} // namespace canon::tool
