#include "study/molecule_report.hpp"

#include "study/molecule_tables.hpp"

#include <canon/tolerance.hpp>

namespace canon::lab {
namespace {

Json configuration(const MoleculeResults& results, const MoleculeOptions& options) {
  const Tolerance tolerance;
  Json sets = Json::array();
  for (const MoleculeResult& r : results)
    sets.push_back(r.name);
  return {{"sets", sets},
          {"operator", name(GraphOperator::lazy_adjacency)},
          {"min_nodes", options.min_nodes},
          {"c", options.c},
          {"tolerance",
           {{"eigenvalue", tolerance.eigenvalue},
            {"length", tolerance.length},
            {"zero", tolerance.zero}}}};
}

std::string doubt(const MoleculeResults& results) {
  std::size_t doubtful = 0;
  for (const MoleculeResult& r : results)
    doubtful += r.ours.violations.doubtful;
  if (doubtful == 0) return "Every verdict has a margin of 1 or more.";
  return "Of all verdicts " + std::to_string(doubtful) +
         " have a margin below 1: by so many another machine or numbering of the vertices may "
         "move our counts.";
}

} // namespace

Report molecule_report(const MoleculeResults& results, const MoleculeOptions& options) {
  Report report("molecules", "How often canonization fails on molecules");
  report.record().configuration = configuration(results, options);
  const std::string least = std::to_string(options.min_nodes);

  report.prose(
      "Eigenvectors of I + D^-1/2 A D^-1/2 of every molecule. Each table counts twice: "
      "“every vector” by the verdicts of libcanon, where values are equal if no gap parts "
      "them; and “as published”, as the script that came with the paper counts, by rounded "
      "decimals. The "
      "paper's own numbers are given beside them.");
  report.prose("Unless a table says otherwise, graphs of fewer than " + least +
               " vertices are passed over. " + doubt(results) +
               " The published way of counting depends on round-off throughout: with another BLAS "
               "or processor its numbers move by some per cent.");
  if (const MoleculeOptions usual; options.min_nodes != usual.min_nodes || options.c != usual.c)
    report.prose("The paper's numbers are for graphs of 6 vertices or more and c = 10, unlike this "
                 "run's.");
  report.table(sets_table(results, options.min_nodes));

  report.heading("Which eigenvectors cannot be canonized");
  report.table(ratios_table(results));
  report.plot(ratios_plot(results));
  report.plot(levels_plot(results));
  report.table(levels_table(results));

  report.heading("Simple eigenvalues: the sign");
  report.table(canonical_sign_table(results));
  report.table(assumption1_table(results));

  report.heading("Multiple eigenvalues: the basis");
  report.table(multiple_table(results));
  report.table(assumptions23_table(results));
  report.table(assumptions23_of_all_table(results));
  report.prose("Most failures of Assumption 3 are of the molecule, not of the arithmetic: three "
               "equal leaves on one atom, as in a CF3 group, make the projection of the first "
               "summary vector vanish exactly.");
  report.table(multiplicities_table(results));
  report.plot(multiplicities_plot(results));
  return report;
}

} // namespace canon::lab
