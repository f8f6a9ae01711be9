#pragma once

#include "dataset/generated_molecules.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>

namespace canon::lab {

/// Writes generated molecules (seed 0) in OGB's layout.
inline void write_molecule_folder(const std::filesystem::path& folder, const MoleculeLayout& layout,
                                  std::size_t count) {
  const Molecules molecules = generate_molecules(count, layout, 0);
  const auto raw = folder / "raw", split = folder / "split" / layout.split;
  std::filesystem::create_directories(raw);
  std::filesystem::create_directories(split);
  std::ofstream nodes(raw / "num-node-list.csv"), edges(raw / "num-edge-list.csv"),
      edge(raw / "edge.csv"), atoms(raw / "node-feat.csv"), bonds(raw / "edge-feat.csv"),
      labels(raw / "graph-label.csv");
  labels.precision(17);
  const auto put_row = [](std::ostream& out, const auto& values, std::size_t row,
                          std::size_t width) {
    for (std::size_t j = 0; j < width; ++j)
      out << (j == 0 ? "" : ",") << values[row * width + j];
    out << "\n";
  };
  for (const nn::GraphSample& sample : molecules.samples) {
    nodes << sample.nodes << "\n";
    edges << sample.tail.size() / 2 << "\n";
    for (std::size_t v = 0; v < static_cast<std::size_t>(sample.nodes); ++v)
      put_row(atoms, sample.node_type, v, layout.atoms.size());
    for (std::size_t e = 0; e < sample.tail.size(); e += 2) { // both directions stand together
      edge << sample.tail[e] << "," << sample.head[e] << "\n";
      put_row(bonds, sample.edge_type, e, layout.bonds.size());
    }
    for (std::size_t t = 0; t < sample.target.size(); ++t) {
      labels << (t == 0 ? "" : ",");
      if (!std::isnan(sample.target[t])) labels << sample.target[t];
    }
    labels << "\n";
  }
  const auto put_part = [&](const char* name, const std::vector<std::size_t>& part) {
    std::ofstream out(split / name);
    for (const std::size_t i : part)
      out << i << "\n";
  };
  put_part("train.csv", molecules.split.train);
  put_part("valid.csv", molecules.split.valid);
  put_part("test.csv", molecules.split.test);
}

} // namespace canon::lab
