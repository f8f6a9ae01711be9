#pragma once

#include "dataset/exp_pair.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace canon::lab {

/// The EXP data set: graphs 2i and 2i+1 are a pair, labels 1 and 0.
struct ExpDataset {
  std::vector<Graph> graphs;
  std::vector<int> labels; ///< 1: satisfiable

  [[nodiscard]] std::size_t size() const { return graphs.size(); }
  [[nodiscard]] std::size_t pairs() const { return graphs.size() / 2; }
  [[nodiscard]] ExpPair pair(std::size_t i) const { return {graphs[2 * i], graphs[2 * i + 1]}; }
  void add(ExpPair pair);
};

/// Reads a file in the format of the published GRAPHSAT.txt. Throws ParseError if it is not, or not
/// whole pairs labelled 1, 0 with types 0 and 1; ReadError if it cannot be read.
[[nodiscard]] ExpDataset read_exp(const std::filesystem::path& path);

/// Writes that format; the file appears whole or not at all. "-" is standard output.
void write_exp(const ExpDataset& data, const std::filesystem::path& path);

/// Renames the vertices of every graph at random. Whoever does not leaks the order of the file,
/// which differs between the two graphs of a pair, into the eigensolver's choice of vectors.
void shuffle_nodes(ExpDataset& data, std::uint64_t seed);

} // namespace canon::lab
