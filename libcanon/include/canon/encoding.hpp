#pragma once

#include <canon/canonize.hpp>
#include <canon/graph.hpp>
#include <canon/spectrum.hpp>

#include <armadillo>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace canon {

/// How the eigenvectors become features.
enum class EncodingMethod {
  none,        ///< zeros: the baseline without positions, in the same shape
  lappe,       ///< the eigensolver's own vectors (LapPE)
  random_sign, ///< LapPE, each column times a random sign, seeded by graph
  map          ///< canonized at CanonizeOptions::level
};

/// What a column holds.
enum class EncodingColumns {
  unit,            ///< the unit eigenvector
  sqrt_eigenvalue, ///< times the root of its eigenvalue (the paper's RSE); needs eigenvalues >= 0
  with_eigenvalues ///< k unit columns, then k more that repeat the eigenvalues in every row
};

[[nodiscard]] std::string_view encoding_method_name(EncodingMethod method);
[[nodiscard]] std::optional<EncodingMethod> encoding_method_by_name(std::string_view name);
[[nodiscard]] const std::vector<EncodingMethod>& all_encoding_methods();
[[nodiscard]] std::string_view encoding_columns_name(EncodingColumns columns);
[[nodiscard]] std::optional<EncodingColumns> encoding_columns_by_name(std::string_view name);
[[nodiscard]] const std::vector<EncodingColumns>& all_encoding_columns();

struct EncodingOptions {
  std::size_t k = 8; ///< eigenpairs a vertex gets
  GraphOperator op = GraphOperator::lazy_adjacency;
  EncodingMethod method = EncodingMethod::map;
  EncodingColumns columns = EncodingColumns::unit;
  /// Leaves out the first column where its space is simple: the constant direction of a connected
  /// graph. With more components that space is kept and treated as a whole.
  bool drop_trivial = false;
  /// Treats connected components one by one (see canonize_components); for EncodingMethod::map.
  bool by_component = false;
  std::uint64_t seed = 0; ///< of the random signs
  CanonizeOptions canonize;
  Solver solver = Solver::automatic;

  /// Columns of the feature matrix: k, or 2k with eigenvalues.
  [[nodiscard]] std::size_t width() const {
    return columns == EncodingColumns::with_eigenvalues ? 2 * k : k;
  }
};

/// Node features of one graph, of fixed width whatever the graph.
struct Encoding {
  arma::mat features;    ///< n x width; zero where padded
  arma::vec eigenvalues; ///< k entries; NaN where padded
  /// k entries, the Guarantee of the column's space: 0 none, 1 its basis is unique, 2 unique up to
  /// automorphism (Level::label only). 0 also where the margin is below 1.
  std::vector<std::uint8_t> settled;
  std::size_t padded = 0; ///< columns on the right that the graph was too small for
  bool cut = false;    ///< the last space runs on beyond column k (canonized whole, then truncated)
  double margin = 0.0; ///< the smallest safety over the spaces used
};

/// Encodes one graph. `index` is its place in the data set, for the random signs.
/// The empty graph gives a 0 x width matrix. Throws DimensionError for k = 0 or a negative
/// eigenvalue under sqrt_eigenvalue, SolverError if an eigensolver fails.
[[nodiscard]] Encoding encode(const Graph& graph, const EncodingOptions& options = {},
                              std::uint64_t index = 0);

} // namespace canon
