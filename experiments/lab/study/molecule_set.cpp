#include "study/molecule_set.hpp"

#include <canon/error.hpp>
#include <canon/ogb.hpp>
#include <canon/pipeline.hpp>

#include <algorithm>
#include <set>

namespace canon::lab {

namespace fs = std::filesystem;

namespace {

/// One table is enough to be taken for a set: what else is missing is then an error, not a silence.
bool looks_like_set(const fs::path& folder) {
  const fs::path raw = raw_folder(folder);
  for (const char* stem : {"num-node-list", "num-edge-list", "edge"})
    if (!find_table(raw, stem).empty()) return true;
  return false;
}

std::vector<fs::path> sets_in(const fs::path& path) {
  if (!fs::is_directory(path))
    throw ReadError(path.string() + ": expected a folder" +
                    (fs::exists(path) ? "" : ", and there is nothing of that name"));
  if (looks_like_set(path)) return {path};
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(path))
    if (entry.is_directory() && looks_like_set(entry.path())) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  if (found.empty())
    throw ReadError(path.string() +
                    ": holds no data set in the layout of OGB (raw/num-node-list.csv.gz, "
                    "raw/num-edge-list.csv.gz, raw/edge.csv.gz)");
  return found;
}

std::string name_of(const fs::path& folder) {
  fs::path whole = fs::canonical(folder);
  return (whole.filename() == "raw" ? whole.parent_path() : whole).filename().string();
}

/// All eigenpairs, by LAPACK where a molecule is too large for the lanes.
SpectrumOptions all_pairs() {
  SpectrumOptions options;
  options.solver = Solver::batched;
  return options;
}

} // namespace

std::vector<MoleculeSet> open_molecule_sets(const std::vector<fs::path>& paths) {
  std::vector<MoleculeSet> sets;
  std::set<std::string> names;
  for (const fs::path& path : paths)
    for (const fs::path& folder : sets_in(path)) {
      MoleculeSet set{name_of(folder), folder, nullptr};
      if (!names.insert(set.name).second)
        throw ReadError(folder.string() + ": a second data set of the name " + set.name);
      set.reader = open_graphs(folder, GraphFormat::ogb);
      sets.push_back(std::move(set));
    }
  return sets;
}

void MoleculeResult::join(const MoleculeResult& other) {
  has_labels = has_labels || other.has_labels;
  ours.join(other.ours);
  published.join(other.published);
}

MoleculeResult count_molecule_set(MoleculeSet& set, const MoleculeOptions& options,
                                  std::size_t threads, const std::function<void()>& tick,
                                  std::size_t most) {
  MoleculeResult all;
  all.name = set.name;
  std::size_t read = 0;
  ordered_batches<GraphRecord, MoleculeResult>(
      threads, BatchSize{},
      [&](GraphRecord& record) { return read++ < most && set.reader->next(record); },
      [&](std::span<GraphRecord> records, std::size_t, std::vector<MoleculeResult>& results) {
        std::vector<const Graph*> graphs(records.size());
        std::transform(records.begin(), records.end(), graphs.begin(),
                       [](const GraphRecord& record) { return &record.graph; });
        std::vector<MoleculeResult> found(records.size());
        solve_spectra(graphs, GraphOperator::lazy_adjacency, all_pairs(),
                      [&](std::size_t i, const Spectrum& spectrum) {
                        found[i].ours = count_molecule(*graphs[i], spectrum, options);
                      });
        for (std::size_t i = 0; i < graphs.size(); ++i) {
          found[i].has_labels = is_labelled(*graphs[i]);
          // By LAPACK's dsyevd, one by one: these counts are made of its rounding.
          found[i].published = count_as_published(*graphs[i], options);
        }
        std::move(found.begin(), found.end(), std::back_inserter(results));
      },
      [&](const MoleculeResult& one, std::size_t) {
        all.join(one);
        tick();
      });
  return all;
}

} // namespace canon::lab
