#pragma once

#include "batch/graph_sample.hpp"

#include <canon/graph.hpp>
#include <canon/graph_io.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace canon::lab {

/// What a benchmark of molecules promises of its files.
struct MoleculeLayout {
  std::string split;                      ///< the folder below split/: published, scaffold
  std::vector<std::int64_t> atoms, bonds; ///< how many values each integer feature has
  std::size_t targets = 1;                ///< labels per molecule
  bool binary = false;                    ///< they are 0, 1 or missing; otherwise finite numbers
  std::size_t least_atoms = 0;            ///< smaller molecules are left out of all three parts
};

/// A data set as models want it, without any positional encoding.
struct Molecules {
  std::vector<nn::GraphSample> samples;
  OgbSplit split;           ///< places in `samples`
  std::size_t left_out = 0; ///< molecules below least_atoms
};

/// Reads a folder in the layout of OGB: raw/ and split/KIND/. `tick` is called after every
/// molecule. ReadError or ParseError in one line if the folder, a table or a part of the split is
/// missing, the number of labels or features is another, a feature is outside its table or a label
/// is not what the layout says.
[[nodiscard]] Molecules read_molecules(const std::filesystem::path& folder,
                                       const MoleculeLayout& layout,
                                       const std::function<void()>& tick = {});

/// Of graphs, features and targets, in their order: equal for equal data.
[[nodiscard]] std::string checksum_of(const std::vector<nn::GraphSample>& samples);

/// The graph of a sample, its integer features packed into labels (canon/ogb.hpp).
[[nodiscard]] Graph molecule_graph(const nn::GraphSample& sample);

} // namespace canon::lab
