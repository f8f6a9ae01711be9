#pragma once

#include "dataset/molecules.hpp"
#include "model/paper_settings.hpp"
#include "train/options.hpp"

#include <string>
#include <vector>

namespace canon::lab {

/// One of the paper's sets of molecules and how it is trained and scored.
struct MoleculeBenchmark {
  std::string name;   ///< of the command, the settings and the record: zinc
  std::string title;  ///< ZINC
  std::string folder; ///< of the data set, below the folder of several
  nn::Benchmark models;
  MoleculeLayout layout;
  Loss loss = Loss::l1;
  Score score = Score::mae;
  std::string score_name; ///< MAE
  /// What is reported: the test score at the last epoch, or at that of the best validation score.
  bool last_counts = false;
};

/// zinc, moltox21, molpcba. ArgumentError for another name.
[[nodiscard]] const MoleculeBenchmark& molecule_benchmark(const std::string& name);
[[nodiscard]] const std::vector<MoleculeBenchmark>& molecule_benchmarks();

} // namespace canon::lab
