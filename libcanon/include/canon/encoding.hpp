#pragma once

#include <canon/canonize.hpp>
#include <canon/export.hpp>
#include <canon/graph.hpp>
#include <canon/names.hpp>
#include <canon/spectrum.hpp>

#include <armadillo>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace canon CANON_API {

/// What a column holds.
enum class EncodingColumns {
  unit,            ///< the unit eigenvector
  sqrt_eigenvalue, ///< times the root of its eigenvalue (the paper's RSE); needs eigenvalues >= 0
  sqrt_positive_part, ///< times the root of max(eigenvalue, 0): zero where the eigenvalue is below
                      ///< 0
  with_eigenvalues    ///< k unit columns, then k more that repeat the eigenvalues in every row
};

[[nodiscard]] constexpr std::string_view name(EncodingColumns value) {
  switch (value) {
  case EncodingColumns::unit:
    return "unit";
  case EncodingColumns::sqrt_eigenvalue:
    return "sqrt-eigenvalue";
  case EncodingColumns::sqrt_positive_part:
    return "sqrt-positive-part";
  case EncodingColumns::with_eigenvalues:
    return "with-eigenvalues";
  }
  return {};
}

struct EncodingOptions {
  std::size_t k = 8; ///< eigenpairs per vertex
  GraphOperator op = GraphOperator::lazy_adjacency;
  EncodingColumns columns = EncodingColumns::unit;
  /// Leaves out the first column where its space is simple: the constant direction of a connected
  /// graph. With more components that space is kept and treated as a whole.
  bool drop_trivial = false;
  /// Leaves out the first column whatever its space. A space of several dimensions is canonized
  /// whole and loses its first column.
  bool drop_first = false;
  /// Treats connected components one by one (see canonize_components).
  bool by_component = false;
  /// Multiplies each column by a random sign, drawn from `seed` and the graph's index: with
  /// Level::none LapPE's augmentation. No column is settled then.
  bool random_signs = false;
  std::uint64_t seed = 0;        ///< of the random signs
  CanonizeOptions canonize = {}; ///< Level::none: the eigensolver's own vectors (LapPE)
  Solver solver = Solver::automatic;
  std::size_t lanes = 0; ///< of Solver::batched, see SpectrumOptions

  friend bool operator==(const EncodingOptions&, const EncodingOptions&) = default;

  /// Columns of the feature matrix: k, or 2k with eigenvalues.
  [[nodiscard]] std::size_t width() const {
    return columns == EncodingColumns::with_eigenvalues ? 2 * k : k;
  }
};

/// What became of an eigenspace that an encoding shows.
struct EncodedSpace {
  double eigenvalue = 0.0;
  std::size_t dimension = 0; ///< of the whole space; the encoding may show only a part
  std::size_t columns = 0;   ///< so many of them are shown
  Outcome outcome;
};

/// Node features of one graph, of fixed width whatever the graph.
struct Encoding {
  arma::mat features;    ///< n x width; zero where padded
  arma::vec eigenvalues; ///< k entries; NaN where padded
  /// k entries: what is promised of the column. Guarantee::none where its space is not settled,
  /// where the margin is below 1, and where it is padded.
  std::vector<Guarantee> settled;
  /// The spaces that the columns belong to, in order of their columns, each with its verdict.
  std::vector<EncodedSpace> spaces;
  std::size_t padded = 0; ///< columns on the right that the graph was too small for
  bool cut = false;    ///< the last space runs on beyond column k (canonized whole, then truncated)
  double safety = 0.0; ///< the smallest Margin::safety over the spaces used
};

/// Encodes one graph. `index` is its place in the data set, for the random signs.
/// The empty graph gives a 0 x width matrix. Throws ArgumentError for k = 0 or a negative
/// eigenvalue under sqrt_eigenvalue, SolverError if an eigensolver fails.
[[nodiscard]] Encoding encode(const Graph& graph, const EncodingOptions& options = {},
                              std::uint64_t index = 0);

/// Encodes many graphs, graphs[i] with the index first + i. Solver::automatic solves their spectra
/// together (see solve_spectra): then the encodings agree with those of the function above to
/// rounding, in a fraction of the time, and have the same bits whatever is encoded beside them.
[[nodiscard]] std::vector<Encoding> encode(std::span<const Graph* const> graphs,
                                           const EncodingOptions& options = {},
                                           std::uint64_t first = 0);

} // namespace canon
