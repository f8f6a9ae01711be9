#include "symmetric_levels.hpp"

#include "basis_rules.hpp"

#include <algorithm>

namespace canon {
namespace {

/// The projections of the orbits span exactly the vectors that every automorphism leaves alone. The
/// axes in canonical order come after them, so that what can be equivariant stays so.
arma::mat with_axes(const arma::mat& orbits, const arma::mat& basis, const VertexMap& place) {
  arma::mat directions(orbits.n_rows, orbits.n_cols + basis.n_rows);
  directions.head_cols(orbits.n_cols) = orbits;
  for (arma::uword v = 0; v < basis.n_rows; ++v)
    directions.col(orbits.n_cols + place[v]) = basis.row(v).t();
  return directions;
}

/// The axes that a pivoted Gram-Schmidt takes, one after the other. What is left of the longest of
/// n axes is never shorter than 1/sqrt(n), so that all d are found.
arma::mat longest_axes(const arma::mat& basis, const VertexMap& place, const Tolerance& tolerance,
                       Margin& margin) {
  const arma::uword n = basis.n_rows, d = basis.n_cols;
  arma::mat directions(d, d), left = basis;
  std::vector<double> lengths;
  AxisClasses classes;
  for (arma::uword i = 0; i < d; ++i) {
    axis_lengths(left.memptr(), n, d, lengths);
    classify(lengths, tolerance.length, classes, margin);
    const auto longest = classes.members(0);
    const std::uint32_t v =
        *std::min_element(longest.begin(), longest.end(),
                          [&](std::uint32_t a, std::uint32_t b) { return place[a] < place[b]; });
    directions.col(i) = basis.row(v).t();
    const arma::rowvec taken = left.row(v) / lengths[v];
    left -= (left * taken.t()) * taken;
  }
  return directions;
}

} // namespace

void settle_by_symmetry(Spectrum& spectrum, const Symmetry& symmetry,
                        const CanonizeOptions& options, std::vector<Outcome>& outcomes) {
  AxisClasses classes;
  if (symmetry.complete) classes = classes_by_number(symmetry.orbit, symmetry.orbits);
  arma::mat sums;
  AxisBasis axes;
  for (std::size_t s = 0; s < outcomes.size(); ++s) {
    Outcome& outcome = outcomes[s];
    if (outcome.verdict == Verdict::unique) continue;
    if (!symmetry.complete) {
      outcome.verdict = Verdict::gave_up;
      continue;
    }
    const Eigenspace& space = spectrum.spaces[s];
    arma::mat basis(spectrum.vectors.colptr(space.first), spectrum.size(), space.dimension, false,
                    true);
    Margin margin;
    Level level = Level::orbit;
    summary_coordinates(basis, classes, 0.0, sums);
    axis_basis(sums, true, options.tolerance, margin, axes);
    if (!axes.complete && options.level >= Level::label) {
      level = Level::label;
      const arma::mat directions =
          options.axis_order == AxisOrder::longest
              ? longest_axes(basis, symmetry.place, options.tolerance, margin)
              : with_axes(sums, basis, symmetry.place);
      axis_basis(directions, true, options.tolerance, margin, axes);
    }
    if (!axes.complete) continue;
    basis = basis * axes.q;
    outcome.verdict = Verdict::unique;
    outcome.level = level;
    outcome.margin = spectrum.margin(space);
    outcome.margin.join(margin);
  }
}

} // namespace canon
