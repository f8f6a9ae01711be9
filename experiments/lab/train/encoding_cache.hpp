#pragma once

#include "dataset/molecule_encoding.hpp"
#include "train/progress.hpp"

#include <filesystem>

namespace canon::lab {

/// Encodings of a data set in a folder, so that the next run need not compute them. A file is known
/// by the data, by all options of the encoding and by the version of canon, all of which stand in
/// it; it is written whole. One that is damaged or of another key is made anew.
class EncodingCache {
public:
  /// `data` is the checksum of the samples. The folder is made when something is put into it;
  /// empty: nothing is kept.
  EncodingCache(std::filesystem::path folder, std::string data)
      : folder_(std::move(folder)), data_(std::move(data)) {}

  /// The columns of all samples, see encode_molecules. WriteError.
  [[nodiscard]] std::vector<float> get(const std::vector<nn::GraphSample>& samples,
                                       const MoleculeEncoding& encoding, std::size_t threads,
                                       Progress& progress) const;

  /// The file of an encoding.
  [[nodiscard]] std::filesystem::path path(const MoleculeEncoding& encoding) const;

private:
  [[nodiscard]] std::string key(const MoleculeEncoding& encoding) const;

  std::filesystem::path folder_;
  std::string data_;
};

} // namespace canon::lab
