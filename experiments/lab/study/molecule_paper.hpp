#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace canon::lab {

/// What the paper (Ma et al., "Laplacian Canonization", NeurIPS 2023) prints of one data set, each
/// from the table named. Nothing where it says nothing.
struct PaperCounts {
  std::size_t graphs;                           ///< "The details of the datasets"
  std::size_t multiple, distinct;               ///< "The number of multiple eigenvalues"
  std::size_t equal_norm, vectors;              ///< "canonical sign"
  std::size_t assumption1, assumption1_vectors; ///< Assumption 1
  std::size_t assumption2, assumption3;         ///< n1 and n2
};

/// Per cent, from "The ratio of uncanonizable eigenvectors" of the main text.
struct PaperRatios {
  double sign, basis;
};

/// By the name of the folder: ogbg_molesol or ogbg-molesol.
[[nodiscard]] std::optional<PaperCounts> paper_counts(std::string name);
/// Also for zinc12k (and zinc).
[[nodiscard]] std::optional<PaperRatios> paper_ratios(std::string name);

} // namespace canon::lab
