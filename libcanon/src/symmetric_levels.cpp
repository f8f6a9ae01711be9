#include "symmetric_levels.hpp"

#include "basis_rules.hpp"

namespace canon {
namespace {

AxisClasses orbit_classes(const Symmetry& symmetry) {
  AxisClasses classes;
  const std::size_t n = symmetry.orbit.size();
  classes.begin.assign(symmetry.orbits + 1, 0);
  for (std::size_t o : symmetry.orbit)
    ++classes.begin[o + 1];
  for (std::size_t o = 0; o < symmetry.orbits; ++o)
    classes.begin[o + 1] += classes.begin[o];
  std::vector<std::uint32_t> next(classes.begin.begin(), classes.begin.end());
  classes.order.resize(n);
  for (std::uint32_t v = 0; v < n; ++v)
    classes.order[next[symmetry.orbit[v]]++] = v;
  return classes;
}

/// The projections of the orbits span exactly the vectors that every automorphism leaves alone. The
/// axes in canonical order come after them, so that what can be equivariant stays so.
arma::mat with_axes(const arma::mat& orbits, const arma::mat& basis, const VertexMap& place) {
  arma::mat directions(orbits.n_rows, orbits.n_cols + basis.n_rows);
  directions.head_cols(orbits.n_cols) = orbits;
  for (arma::uword v = 0; v < basis.n_rows; ++v)
    directions.col(orbits.n_cols + place[v]) = basis.row(v).t();
  return directions;
}

} // namespace

void settle_by_symmetry(Spectrum& spectrum, const Symmetry& symmetry,
                        const CanonizeOptions& options, std::vector<Outcome>& outcomes) {
  AxisClasses classes;
  if (symmetry.complete) classes = orbit_classes(symmetry);
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
      axis_basis(with_axes(sums, basis, symmetry.place), true, options.tolerance, margin, axes);
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
