#include "study/molecules.hpp"

#include "study/molecule_report.hpp"
#include "study/molecule_set.hpp"

namespace canon::lab {
namespace {

std::size_t graphs_in(const std::vector<MoleculeSet>& sets) {
  std::size_t total = 0;
  for (const MoleculeSet& set : sets)
    total += set.reader->size().value_or(0);
  return total;
}

} // namespace

Report run_molecule_study(const MoleculeStudy& study) {
  std::vector<MoleculeSet> sets = open_molecule_sets(study.paths);
  ProgressScope progress(*study.progress, graphs_in(sets), "graph");
  std::vector<MoleculeResult> results;
  for (MoleculeSet& set : sets)
    results.push_back(
        count_molecule_set(set, study.options, study.threads, [&] { progress.tick(); }));
  return molecule_report(results, study.options);
}

} // namespace canon::lab
