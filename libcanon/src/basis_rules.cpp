#include "basis_rules.hpp"

#include <cmath>

namespace canon {

AxisBasis axis_basis(const arma::mat& directions, bool search, const Tolerance& tolerance,
                     Margin& margin) {
  const arma::uword d = directions.n_rows;
  AxisBasis result;
  result.q.set_size(d, d);
  arma::uword rank = 0;
  for (arma::uword i = 0; i < directions.n_cols && rank < d; ++i) {
    arma::vec w = directions.col(i);
    // Twice is enough (Kahan, Parlett): the second pass removes what rounding left of the first.
    for (int pass = 0; pass < 2 && rank > 0; ++pass) {
      const auto span = result.q.head_cols(rank);
      w -= span * (span.t() * w);
    }
    const double norm = arma::norm(w);
    margin.observe(norm, tolerance.zero);
    if (norm > tolerance.zero) {
      result.q.col(rank++) = w / norm;
    } else {
      result.vanished = true;
      if (!search) break;
    }
  }
  result.complete = rank == d;
  result.q.resize(d, rank);
  return result;
}

Outcome settle_basis(arma::mat& basis, const CanonizeOptions& options) {
  const std::size_t n = basis.n_rows, d = basis.n_cols;
  Outcome outcome;
  std::vector<double> lengths;
  AxisClasses classes;
  axis_lengths(basis.memptr(), n, d, lengths);
  classify(lengths, options.tolerance.length, classes, outcome.margin);
  if (classes.count() < d) {
    outcome.verdict = Verdict::too_few_axis_classes;
    return outcome;
  }
  const bool search = options.level >= Level::search;
  const arma::mat sums = summary_coordinates(basis, classes, options.c);
  const AxisBasis axes = axis_basis(sums, search, options.tolerance, outcome.margin);
  if (!axes.complete) {
    outcome.verdict = Verdict::axis_projection_vanishes;
    return outcome;
  }
  basis = basis * axes.q;
  outcome.verdict = Verdict::unique;
  outcome.level = axes.vanished ? Level::search : Level::map;
  return outcome;
}

Outcome canonize_basis(arma::mat& basis, const CanonizeOptions& options) {
  if (basis.n_cols == 1) return canonize_sign(basis.memptr(), basis.n_rows, options);
  if (basis.n_cols == 0) return {Verdict::unique, Level::map, {}};
  return settle_basis(basis, options);
}

} // namespace canon
