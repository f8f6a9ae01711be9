#pragma once

#include "dataset/molecule_encoding.hpp"
#include "model/options.hpp"
#include "run/config.hpp"
#include "run/molecule_benchmark.hpp"

#include <optional>
#include <string>
#include <vector>

namespace canon::lab {

/// One row of a table of molecules: what the settings say of it, ready to be trained.
struct MoleculeRow {
  std::string name, title;
  std::optional<MoleculeEncoding> encoding; ///< nothing: atoms and bonds only
  nn::ModelOptions model;
  TrainOptions train;
  std::optional<double> paper, paper_deviation;
  std::string paper_note;                       ///< where the paper's number is of another row
  std::optional<std::int64_t> paper_parameters; ///< in thousands
  std::vector<std::uint64_t> seeds;
};

/// ArgumentError for settings that no model can be made of.
[[nodiscard]] MoleculeRow molecule_row(const Config& config, const std::string& name,
                                       const MoleculeBenchmark& benchmark);

/// The row as --quick trains it: for few epochs, and a smaller network on generated molecules.
void make_quick(MoleculeRow& row, const Config& config, bool made_up);

} // namespace canon::lab
