#include "study/molecules.hpp"

#include "study/molecule_journal.hpp"
#include "study/molecule_report.hpp"

namespace canon::lab {
namespace {

std::size_t graphs_in(const std::vector<MoleculeSet>& sets) {
  std::size_t total = 0;
  for (const MoleculeSet& set : sets)
    total += set.reader->size().value_or(0);
  return total;
}

MoleculeResult piece_of_line(const Journal& journal, const Json& line, const MoleculePiece& piece) {
  try {
    MoleculeResult result = piece_of(line);
    if (result.ours.graphs == piece.graphs) return result;
  } catch (const Json::exception&) {
  }
  throw JournalError(journal.path().string(), 0, "a line is not what this study writes");
}

} // namespace

Report run_molecule_study(const MoleculeStudy& study) {
  std::vector<MoleculeSet> sets = open_molecule_sets(study.paths);
  std::shared_ptr<Journal> journal;
  std::vector<Json> lines;
  if (!study.out.empty()) {
    check_report_folder(study.out);
    journal = Journal::in(study.out, "molecules", molecule_study_configuration(sets, study.options),
                          study.fresh);
    lines = journal->take_lines();
  }
  ProgressScope progress(*study.progress, graphs_in(sets), "graph");
  std::vector<MoleculeResult> results;
  for (const MoleculeSet& set : sets)
    results.push_back({set.name, false, {}, {}});
  std::size_t number = 0;
  for (const MoleculePiece& piece : make_pieces(sets)) {
    MoleculeSet& set = sets[piece.set];
    MoleculeResult one;
    if (number < lines.size()) {
      one = piece_of_line(*journal, lines[number], piece);
      progress.tick(set.reader->skip(piece.graphs));
    } else {
      one = count_molecule_set(
          set, study.options, study.threads, [&] { progress.tick(); }, piece.graphs);
      if (journal) journal->append(piece_json(one));
    }
    results[piece.set].join(one);
    ++number;
  }
  Report report = molecule_report(results, study.options);
  if (journal) report.replaces(journal);
  return report;
}

void run_molecule_part(const MoleculeStudy& study) {
  std::vector<MoleculeSet> sets = open_molecule_sets(study.paths);
  check_report_folder(study.out);
  const std::vector<MoleculePiece> pieces = make_pieces(sets);
  PartJournal part({.folder = study.out,
                    .name = "molecules",
                    .configuration = molecule_study_configuration(sets, study.options),
                    .pieces = pieces.size(),
                    .journal = true},
                   study.share, study.fresh);
  ProgressScope progress(*study.progress, graphs_in(sets), "graph");
  for (std::size_t number = 0; number < pieces.size(); ++number) {
    MoleculeSet& set = sets[pieces[number].set];
    if (!part.take(number)) {
      progress.tick(set.reader->skip(pieces[number].graphs));
      continue;
    }
    part.add(number, piece_json(count_molecule_set(
                         set, study.options, study.threads, [&] { progress.tick(); },
                         pieces[number].graphs)));
  }
}

} // namespace canon::lab
