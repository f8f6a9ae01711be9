#pragma once

#include "run/molecule_benchmark.hpp"
#include "run/molecule_data.hpp"
#include "run/molecule_report.hpp"
#include "run/molecule_run.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace canon::lab {

/// The seeds that the run trains a row with. ArgumentError if it asks for more than there are.
[[nodiscard]] std::vector<std::uint64_t> seeds_of(const MoleculeRun& run, const MoleculeRow& row);

/// Trains those of `rows` that the run asks for, each with its seeds, several at once. Every one
/// has its checkpoint and, at its end, its outcome in a folder of its own below run.options.out.
void train_molecules(const MoleculeRun& run, const MoleculeBenchmark& benchmark,
                     const MoleculeData& data, const std::vector<MoleculeRow>& rows);

/// What the folder holds of the rows, in their order: runs of these data and settings. `notes` says
/// what was left out.
[[nodiscard]] std::vector<MoleculeResults> collect_results(const MoleculeRun& run,
                                                           const MoleculeData& data,
                                                           const std::vector<MoleculeRow>& rows,
                                                           std::vector<std::string>& notes);

} // namespace canon::lab
