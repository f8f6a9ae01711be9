#pragma once

#include "batch/graph_sample.hpp"

#include <canon/encoding.hpp>

#include <functional>
#include <string>
#include <vector>

namespace canon::lab {

/// A positional encoding of molecules; for ablations parts of it are left to the eigensolver.
struct MoleculeEncoding {
  EncodingOptions options;
  bool own_signs = false; ///< vectors of simple eigenvalues stay as the eigensolver gives them
  bool own_bases = false; ///< so do the bases of eigenspaces of several dimensions

  friend bool operator==(const MoleculeEncoding&, const MoleculeEncoding&) = default;
};

/// LapPE: unit vectors of the normalised Laplacian, the first left out, as the eigensolver gives
/// them.
[[nodiscard]] MoleculeEncoding lappe_encoding(std::size_t k);
/// The published columns of MAP: of D^-1/2 A D^-1/2, the first left out, times sqrt(max(lambda,
/// 0)); canonized at `level`, atoms and bonds being labels from Level::joint on.
[[nodiscard]] MoleculeEncoding map_encoding(std::size_t k, Level level);

/// All options in one line, for keys and records.
[[nodiscard]] std::string describe(const MoleculeEncoding& encoding);

/// The columns of all samples, node by node, rounded to the precision of training: the same from a
/// cache and made anew, on any number of threads. `tick` is called after every molecule.
[[nodiscard]] std::vector<float> encode_molecules(const std::vector<nn::GraphSample>& samples,
                                                  const MoleculeEncoding& encoding,
                                                  std::size_t threads,
                                                  const std::function<void()>& tick = {});

/// Gives the samples these columns. ArgumentError unless there are as many as they have nodes.
void set_encoding(std::vector<nn::GraphSample>& samples, const std::vector<float>& values,
                  std::size_t width);

} // namespace canon::lab
