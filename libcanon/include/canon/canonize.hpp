#pragma once

#include <canon/export.hpp>
#include <canon/names.hpp>
#include <canon/spectrum.hpp>
#include <canon/symmetry.hpp>
#include <canon/tolerance.hpp>

#include <armadillo>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace canon CANON_API {

/// What became of an eigenspace. Anything but `unique` leaves its columns untouched.
enum class Verdict {
  unique,                   ///< one canonical basis; what that means is its Guarantee
  sign_undetermined,        ///< a single vector that a permutation maps to its negative
  too_few_axis_classes,     ///< fewer classes than dimensions (the paper's Assumption 2 fails)
  axis_projection_vanishes, ///< a summary vector is orthogonal to what is left (Assumption 3 fails)
  gave_up                   ///< the search for symmetry met its bound (max_nodes), or at
                            ///< Level::label the space is too large to hold
};

/// How hard to try. Each level settles what the one before it settles, in the same way, and more.
enum class Level {
  none,   ///< nothing: the eigensolver's own basis (LapPE)
  map,    ///< the paper's Algorithm 3: Algorithm 1 for vectors, Algorithm 2 for spaces
  search, ///< Algorithm 7 for spaces
  joint,  ///< Algorithm 6 generalised: what is settled colours the vertices and settles the others
  orbit,  ///< vertex orbits in canonical order: the limit of any node-wise equivariant rule
  label   ///< then axes in canonical-label order: always succeeds, unique up to automorphism
};

/// What a settled space promises, and to whom. A node-level model needs `equivariant`: permuting
/// the graph permutes the rows, so that equal vertices get equal rows. A graph-level model, or any
/// other that does not change under permutations, is served by `up_to_automorphism` as well: graph
/// and encoding together are unique up to isomorphism.
enum class Guarantee : std::uint8_t { none, equivariant, up_to_automorphism };

/// Rules for the sign of a single vector. The naive ones are there for comparison.
enum class SignRule {
  map,          ///< Algorithm 1
  odd_power,    ///< Algorithm 8: the first odd power sum that does not vanish is made positive
  largest_norm, ///< the heavier of the positive and the negative part becomes the positive one
  largest_entry ///< the entry of largest modulus becomes positive
};

/// Level::map: what puts two axes into different classes.
enum class AxisRule {
  length,  ///< their projection lengths (Algorithm 2)
  row_hash ///< a hash of the projected axis (OAP, Ma et al. 2024), for comparison
};

/// Level::label: which axis comes next in a space that no level before it settles.
enum class AxisOrder {
  label,  ///< sums over orbits, then the axes, in the order of the canonical labelling
  longest ///< the axis with the longest projection onto what is left; ties by canonical labelling
};

[[nodiscard]] constexpr std::string_view name(Verdict value) {
  switch (value) {
  case Verdict::unique:
    return "unique";
  case Verdict::sign_undetermined:
    return "sign_undetermined";
  case Verdict::too_few_axis_classes:
    return "too_few_axis_classes";
  case Verdict::axis_projection_vanishes:
    return "axis_projection_vanishes";
  case Verdict::gave_up:
    return "gave_up";
  }
  return {};
}

[[nodiscard]] constexpr std::string_view name(Guarantee value) {
  switch (value) {
  case Guarantee::none:
    return "none";
  case Guarantee::equivariant:
    return "equivariant";
  case Guarantee::up_to_automorphism:
    return "up_to_automorphism";
  }
  return {};
}

[[nodiscard]] constexpr std::string_view name(Level value) {
  switch (value) {
  case Level::none:
    return "none";
  case Level::map:
    return "map";
  case Level::search:
    return "search";
  case Level::joint:
    return "joint";
  case Level::orbit:
    return "orbit";
  case Level::label:
    return "label";
  }
  return {};
}

[[nodiscard]] constexpr std::string_view name(SignRule value) {
  switch (value) {
  case SignRule::map:
    return "map";
  case SignRule::odd_power:
    return "odd-power";
  case SignRule::largest_norm:
    return "largest-norm";
  case SignRule::largest_entry:
    return "largest-entry";
  }
  return {};
}

[[nodiscard]] constexpr std::string_view name(AxisRule value) {
  switch (value) {
  case AxisRule::length:
    return "length";
  case AxisRule::row_hash:
    return "row-hash";
  }
  return {};
}

[[nodiscard]] constexpr std::string_view name(AxisOrder value) {
  switch (value) {
  case AxisOrder::label:
    return "label";
  case AxisOrder::longest:
    return "longest";
  }
  return {};
}

/// A sign rule of one's own: an odd function, value(-u) = -value(u), of the entries that does not
/// depend on their order. The sign that makes it positive is taken; where |value| is at most
/// Tolerance::zero the sign is undetermined.
struct OwnSignRule {
  std::function<double(std::span<const double>)> value;
  /// |value(u) - value(v)| <= lipschitz |u - v|: how an error of the vector enters the margin.
  double lipschitz = 1.0;
};

/// An order of axes of one's own, for Level::label: one number per vertex, the same for every
/// relabelling of a graph. Axes with larger numbers come first, ties by canonical labelling.
struct OwnAxisOrder {
  std::function<std::vector<std::int64_t>(const Graph&)> priority;
};

/// Every option here changes the canonical form: forms compare only under equal options.
struct CanonizeOptions {
  Level level = Level::map;
  SignRule sign_rule = SignRule::map;
  AxisRule axis_rule = AxisRule::length; ///< row_hash works at Level::map only
  /// Both orders are complete and unique up to automorphism. `longest` asks the labelling only
  /// where lengths tie, so that like graphs get like features: what a learner wants.
  AxisOrder axis_order = AxisOrder::label;
  /// The constant in the summary vectors; the published value. |c| <= 1e6
  /// (canon/option_ranges.hpp).
  double c = 10.0;
  /// From Level::joint on vertex and edge labels take part, weights always do.
  bool labels = true;
  std::uint64_t max_nodes = SymmetryOptions{}.max_nodes; ///< bound of the search for symmetry
  Tolerance tolerance = {};
  std::shared_ptr<const OwnSignRule> own_sign = {};        ///< instead of sign_rule
  std::shared_ptr<const OwnAxisOrder> own_axis_order = {}; ///< before axis_order at Level::label

  friend bool operator==(const CanonizeOptions&, const CanonizeOptions&) = default;
};

/// What became of an eigenspace, by which level, and how safely.
struct Outcome {
  Verdict verdict = Verdict::sign_undetermined;
  Level level = Level::none; ///< the level that settled it; none if nothing did
  Margin margin;             ///< of all that the verdict and the columns depend on
  double error = 0.0;        ///< unique: an estimate of how far the entries of its columns are off

  [[nodiscard]] Guarantee guarantee() const {
    if (verdict != Verdict::unique) return Guarantee::none;
    return level == Level::label ? Guarantee::up_to_automorphism : Guarantee::equivariant;
  }
};

/// Chooses between u and -u, in place; u has norm 1 and is only ever flipped, never rescaled.
/// `error`: how far u may be from the exact vector, beside rounding; it enters the margin.
Outcome canonize_sign(std::span<double> u, const CanonizeOptions& options = {}, double error = 0.0);
/// The same for a vector of Armadillo's.
Outcome canonize_sign(arma::vec& u, const CanonizeOptions& options = {}, double error = 0.0);

/// Replaces the columns of U (n x d, orthonormal) by the canonical basis of their span. Algorithm
/// 2, or Algorithm 7 from Level::search on. For d = 1 it is canonize_sign. `error`: the angle by
/// which the span may be off, beside rounding.
Outcome canonize_basis(arma::mat& basis, const CanonizeOptions& options = {}, double error = 0.0);

/// What became of the spaces of a spectrum.
struct Canonization {
  std::vector<Outcome> outcomes;    ///< one per treated space
  std::optional<Symmetry> symmetry; ///< only if a space was left that needed it
};

/// Canonizes the spaces of a spectrum in place. Only the spaces that hold the first `columns`
/// columns are treated; Level::joint looks at all. Levels above joint need the graph:
/// ArgumentError.
///
///     canon::Spectrum s = canon::solve_spectrum(graph, canon::GraphOperator::laplacian);
///     const canon::Canonization done = canon::canonize(s, graph, {.level = canon::Level::joint});
Canonization canonize(Spectrum& spectrum, const CanonizeOptions& options = {},
                      std::size_t columns = SpectrumOptions::all);

/// The same at any level, for the spectrum of an operator of `graph`. A graph that the levels up to
/// joint settle pays for no labelling.
Canonization canonize_with_graph(Spectrum& spectrum, const Graph& graph,
                                 const CanonizeOptions& options = {},
                                 std::size_t columns = SpectrumOptions::all);

/// The overload for a graph; a template so that canonize(spectrum, {}) means the options.
template <std::same_as<Graph> AnyGraph>
Canonization canonize(Spectrum& spectrum, const AnyGraph& graph,
                      const CanonizeOptions& options = {},
                      std::size_t columns = SpectrumOptions::all) {
  return canonize_with_graph(spectrum, graph, options, columns);
}

/// The first of `automorphisms` that moves a column of `space` (why no equivariant basis can
/// exist): some entry changes by more than spectrum.tolerance.zero. Null if none does.
[[nodiscard]] const VertexMap* moving_automorphism(const Spectrum& spectrum,
                                                   const Eigenspace& space,
                                                   const std::vector<VertexMap>& automorphisms);

} // namespace canon
