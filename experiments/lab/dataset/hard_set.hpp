#pragma once

#include <canon/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace canon::lab {

/// Graphs, and the pairs of them that are to be distinguished; no two of a pair are isomorphic.
struct GraphGroup {
  std::vector<Graph> graphs;
  std::vector<std::pair<std::size_t, std::size_t>> pairs; ///< places in `graphs`
};

/// With every pair of them.
[[nodiscard]] GraphGroup all_pairs(std::vector<Graph> graphs);

/// A set of hard graphs for the question what a network can distinguish.
struct HardSet {
  std::string name;  ///< letters, digits and dashes
  std::string title; ///< "BREC, basic"
  bool generated = false;
  std::vector<GraphGroup> groups;

  [[nodiscard]] std::size_t graphs() const;
  [[nodiscard]] std::size_t pairs() const;
  /// Of the smallest and of the largest graph.
  [[nodiscard]] std::pair<std::size_t, std::size_t> vertices() const;
  /// Of all edges, labels and pairs.
  [[nodiscard]] std::string checksum() const;
};

/// Sets, and a line on everything in their files that is not what it should be.
struct HardSets {
  std::vector<HardSet> sets;
  std::vector<std::string> notes;
};

/// The names of all sets that can be read or generated, in their order.
[[nodiscard]] const std::vector<std::string>& hard_set_names();

/// What the folder has of brec.g6 (with brec-categories.txt: a category per pair, one a line),
/// csl.g6 and sr25.g6. BREC becomes one set per category. Of CSL one graph per isomorphism class is
/// taken; graphs of SR25 that are not strongly regular, and pairs of BREC that are isomorphic, are
/// left out and noted. ReadError if the folder has none of the files, ParseError if one does not
/// fit.
[[nodiscard]] HardSets read_hard_sets(const std::filesystem::path& folder);

struct HardSetOptions {
  std::uint64_t seed = 0;
  std::size_t threads = 1;
  std::size_t exp_pairs = 100;    ///< of EXP, and as many of CEXP
  std::size_t cfi_vertices = 240; ///< of the largest CFI graph
};

/// EXP; pairs like those of CEXP, of which the second half can be distinguished by colour
/// refinement; CFI pairs of growing size; pairs of strongly regular graphs.
[[nodiscard]] HardSets generate_hard_sets(const HardSetOptions& options);

} // namespace canon::lab
