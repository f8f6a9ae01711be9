#pragma once

#include "dataset/rows.hpp"

#include <canon/canonize.hpp>
#include <canon/graph.hpp>
#include <canon/names.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace canon::lab {

enum class BasisVariant {
  general,     ///< random weighted graphs: MAP settles the eigenspace of every class
  matched,     ///< the same, but the rows of the eigenspace have the same lengths in every class
  symmetric,   ///< graphs that look the same from every vertex: MAP settles none
  as_published ///< no graphs: a class is a random orthonormal matrix, as in the published script
};
[[nodiscard]] constexpr std::string_view name(BasisVariant value) {
  switch (value) {
  case BasisVariant::general:
    return "general";
  case BasisVariant::matched:
    return "matched";
  case BasisVariant::symmetric:
    return "symmetric";
  case BasisVariant::as_published:
    return "as-published";
  }
  return {};
}

struct BasisIsomorphismOptions {
  BasisVariant variant = BasisVariant::general;
  static constexpr std::size_t usual_n = 7; ///< as in the published script
  /// Vertices; nothing: the usual, and for `symmetric` the 2^d d that it must be (d =
  /// multiplicity).
  std::optional<std::size_t> n;
  std::size_t classes = 10;
  std::size_t multiplicity = 3; ///< at least 2
  std::size_t instances = 20;   ///< a class
  std::uint64_t seed = 0;
  AxisOrder axis_order = AxisOrder::label; ///< of the bases at Level::label

  /// Two classes of 1000 instances, 7 x 3.
  [[nodiscard]] static BasisIsomorphismOptions published();
};

/// The vertices of a graph. ArgumentError for options out of their domain.
[[nodiscard]] std::size_t checked_nodes(const BasisIsomorphismOptions& options);

/// A class: a graph up to isomorphism.
struct BasisClass {
  Graph graph;      ///< without vertices in `as_published`
  double gap = 0.0; ///< from the eigenvalue of the space to the nearest other
  Verdict map = Verdict::sign_undetermined; ///< MAP's verdict on the space
  Rows label;                               ///< the canonical basis at Level::label
};

/// A relabelled copy of a class's graph with some basis of its space; n x multiplicity, all three.
struct BasisInstance {
  std::size_t label = 0; ///< its class
  Graph graph;
  Rows presented; ///< rotated at random: what a careless user gets
  Rows map;       ///< that, canonized at Level::map (unchanged where MAP fails)
  Rows complete;  ///< that, canonized at Level::label; rows unique up to automorphism
};

struct BasisIsomorphism {
  std::vector<BasisClass> classes;
  std::vector<BasisInstance> instances; ///< class after class
  /// Over all pairs of classes the smallest of: the largest difference between eigenvalues of their
  /// Laplacians (infinite in `as_published`), and the largest distance from a row of one canonical
  /// basis to the nearest row of the other, which is what a permutation-invariant model can see.
  double least_spectral_difference = 0.0, least_row_distance = 0.0;
};

/// Every class is checked: connected, positive weights, multiplicity exact with a gap, MAP's
/// verdict as the variant says; classes differ pairwise in spectrum and in rows by at least
/// `class_margin`. What fails is drawn again. Deterministic. Throws as
/// checked_nodes() does, and SolverError if no further class is found.
inline constexpr double class_margin = 1e-3;
[[nodiscard]] BasisIsomorphism make_basis_isomorphism(const BasisIsomorphismOptions& options);

/// The largest distance from a row of one to the nearest row of the other, both ways.
[[nodiscard]] double row_set_distance(const Rows& a, const Rows& b);

} // namespace canon::lab
