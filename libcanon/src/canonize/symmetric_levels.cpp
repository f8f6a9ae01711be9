#include "canonize/basis_rules.hpp"
#include "canonize/levels.hpp"

#include <algorithm>
#include <cmath>

namespace canon {
namespace {

/// The projections of the orbits span exactly the vectors that every automorphism leaves alone. The
/// axes in canonical order come after them, so that what can be equivariant stays so.
void add_axes(Directions& directions, const arma::mat& basis, const VertexMap& place) {
  const arma::uword orbits = directions.sums.n_cols;
  directions.sums.resize(basis.n_cols, orbits + basis.n_rows);
  directions.lengths.resize(orbits + basis.n_rows, 1.0);
  for (arma::uword v = 0; v < basis.n_rows; ++v)
    directions.sums.col(orbits + place[v]) = basis.row(v).t();
}

/// The axes that a pivoted Gram-Schmidt takes, one after the other. What is left of the longest of
/// n axes is never shorter than 1/sqrt(n), so that all d are found.
void take_longest_axes(Directions& directions, const arma::mat& basis, const VertexMap& place,
                       const Tolerance& tolerance, double error, Margin& margin) {
  const arma::uword n = basis.n_rows, d = basis.n_cols;
  directions.sums.set_size(d, d);
  directions.lengths.assign(d, 1.0);
  arma::mat left = basis, taken_basis(d, d), triangle(d, d, arma::fill::zeros);
  std::vector<double> lengths;
  AxisClasses classes;
  for (arma::uword i = 0; i < d; ++i) {
    axis_lengths(left.memptr(), n, d, lengths);
    // What is left of axis v is x_v - sum_k z_k x_k with z = R^-1 R_v and |R_v| <= 1.
    double growth = 1.0;
    if (i > 0)
      growth += std::sqrt(static_cast<double>(i)) *
                arma::norm(arma::inv(arma::trimatu(triangle.submat(0, 0, i - 1, i - 1))), "fro");
    classify(lengths, tolerance.length, error * growth, classes, margin);
    const auto longest = classes.members(0);
    const std::uint32_t v =
        *std::min_element(longest.begin(), longest.end(),
                          [&](std::uint32_t a, std::uint32_t b) { return place[a] < place[b]; });
    directions.sums.col(i) = basis.row(v).t();
    const arma::rowvec taken = left.row(v) / lengths[v];
    left -= (left * taken.t()) * taken;
    taken_basis.col(i) = taken.t();
    triangle.col(i).head(i + 1) = taken_basis.head_cols(i + 1).t() * basis.row(v).t();
  }
}

} // namespace

void settle_by_symmetry(Spectrum& spectrum, const Symmetry& symmetry, const VertexMap& places,
                        const CanonizeOptions& options, std::vector<Outcome>& outcomes) {
  AxisClasses classes;
  if (symmetry.complete) classes = classes_by_number(symmetry.orbit, symmetry.orbits);
  Directions directions;
  AxisBasis axes;
  for (std::size_t s = 0; s < outcomes.size(); ++s) {
    Outcome& outcome = outcomes[s];
    if (outcome.verdict == Verdict::unique) continue;
    if (spectrum.spaces[s].partial() && options.level < Level::label) continue;
    if (!symmetry.complete || spectrum.spaces[s].partial()) {
      outcome.verdict = Verdict::gave_up;
      // How far a search gets within its bound depends on the numbering of the vertices.
      outcome.margin.give_up();
      continue;
    }
    const Eigenspace& space = spectrum.spaces[s];
    arma::mat basis(spectrum.vectors.colptr(space.first), spectrum.size(), space.dimension, false,
                    true);
    const double error = spectrum.error(space);
    // The margins of the levels that failed stay: with another verdict there, this one is not
    // asked.
    Margin& margin = outcome.margin;
    Level level = Level::orbit;
    directions.take(basis, classes, 0.0);
    axis_basis(directions, true, options.tolerance, error, margin, axes);
    if (!axes.complete && options.level >= Level::label) {
      level = Level::label;
      if (options.axis_order == AxisOrder::longest)
        take_longest_axes(directions, basis, places, options.tolerance, error, margin);
      else
        add_axes(directions, basis, places);
      axis_basis(directions, true, options.tolerance, error, margin, axes);
    }
    if (!axes.complete) continue;
    basis = basis * axes.q;
    outcome.verdict = Verdict::unique;
    outcome.level = level;
    outcome.error = error + axes.error();
    margin.promise(outcome.error);
  }
}

} // namespace canon
