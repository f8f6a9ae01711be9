#pragma once

#include "study/as_published.hpp"
#include "study/molecule_counts.hpp"

#include <canon/graph_io.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace canon::lab {

/// A data set of molecules in the raw layout of the Open Graph Benchmark, open for one pass.
struct MoleculeSet {
  std::string name; ///< of its folder
  std::filesystem::path folder;
  std::unique_ptr<GraphReader> reader;
};

struct MoleculeResult {
  std::string name;
  bool has_labels = false; ///< some atom or bond has a feature other than 0
  MoleculeCounts ours;
  PublishedCounts published;

  void join(const MoleculeResult& other); ///< keeps its own name
};

/// Every path is such a folder (NAME or NAME/raw), or holds some: those are taken in order of their
/// names. ReadError or ParseError if there is none, a table is missing, or counts do not agree.
[[nodiscard]] std::vector<MoleculeSet>
open_molecule_sets(const std::vector<std::filesystem::path>& paths);

/// Reads the next `most` graphs, or the set to its end. `tick` is called once per graph. The counts
/// are the same for any number of threads.
[[nodiscard]] MoleculeResult count_molecule_set(
    MoleculeSet& set, const MoleculeOptions& options, std::size_t threads,
    const std::function<void()>& tick = [] {}, std::size_t most = static_cast<std::size_t>(-1));

} // namespace canon::lab
