#pragma once

#include "run/molecule_row.hpp"
#include "run/molecule_run.hpp"
#include "train/encoding_cache.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace canon::lab {

/// The molecules of a run, and what is said of them.
struct MoleculeData {
  std::shared_ptr<const std::vector<nn::GraphSample>> samples; ///< without encodings
  Split split;
  std::string checksum;
  double log_degree = 1.0; ///< PNA's, of the training set
  std::string source;      ///< in a few words
  std::string about;       ///< a paragraph
  bool made_up = false;    ///< generated
  std::vector<std::string> notes;
};

/// Reads run.data, which is the set itself or a folder that holds it under its name; generates
/// molecules if there is none. ReadError, ParseError.
[[nodiscard]] MoleculeData load_molecules(const MoleculeRun& run,
                                          const MoleculeBenchmark& benchmark);

/// The samples of a row with its encoding. Rows that are trained at the same time share what they
/// have in common; what no row uses any more is let go.
class SampleShelf {
public:
  /// Both outlive it.
  SampleShelf(const MoleculeRun& run, const MoleculeData& data);

  /// From any thread. WriteError if the cache cannot be written.
  [[nodiscard]] std::shared_ptr<const std::vector<nn::GraphSample>> of(const MoleculeRow& row);

private:
  const MoleculeRun& run_;
  const MoleculeData& data_;
  EncodingCache cache_;
  std::mutex lock_;
  std::map<std::string, std::weak_ptr<const std::vector<nn::GraphSample>>> made_;
};

} // namespace canon::lab
