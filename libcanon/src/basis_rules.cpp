#include "basis_rules.hpp"

#include <algorithm>
#include <cmath>

namespace canon {
namespace {

double dot(const double* a, const double* b, arma::uword d) {
  double sum = 0.0;
  for (arma::uword i = 0; i < d; ++i)
    sum += a[i] * b[i];
  return sum;
}

} // namespace

// Plain loops: d is 2 or 3 nearly always, where a call of BLAS costs more than the work.
void axis_basis(const arma::mat& directions, bool search, const Tolerance& tolerance,
                Margin& margin, AxisBasis& result) {
  const arma::uword d = directions.n_rows;
  result.q.set_size(d, d);
  result.vanished = false;
  arma::uword rank = 0;
  for (arma::uword i = 0; i < directions.n_cols && rank < d; ++i) {
    double* const w = result.q.colptr(rank);
    std::copy_n(directions.colptr(i), d, w);
    // Twice is enough (Kahan, Parlett): the second pass removes what rounding left of the first.
    for (int pass = 0; pass < 2; ++pass)
      for (arma::uword j = 0; j < rank; ++j) {
        const double* const known = result.q.colptr(j);
        const double along = dot(known, w, d);
        for (arma::uword l = 0; l < d; ++l)
          w[l] -= along * known[l];
      }
    const double norm = std::sqrt(dot(w, w, d));
    margin.observe(norm, tolerance.zero);
    if (norm > tolerance.zero) {
      for (arma::uword l = 0; l < d; ++l)
        w[l] /= norm;
      ++rank;
    } else {
      result.vanished = true;
      if (!search) break;
    }
  }
  result.complete = rank == d;
  if (rank < d) result.q = result.q.head_cols(rank).eval();
}

namespace {

/// From classes to a basis: what Algorithms 2 and 7 and OAP have in common.
Outcome settle_by_classes(arma::mat& basis, bool search, const CanonizeOptions& options,
                          Outcome outcome, BasisWorkspace& workspace) {
  if (workspace.classes.count() < basis.n_cols) {
    outcome.verdict = Verdict::too_few_axis_classes;
    return outcome;
  }
  summary_coordinates(basis, workspace.classes, options.c, workspace.sums);
  axis_basis(workspace.sums, search, options.tolerance, outcome.margin, workspace.axes);
  if (!workspace.axes.complete) {
    outcome.verdict = Verdict::axis_projection_vanishes;
    return outcome;
  }
  basis = basis * workspace.axes.q;
  outcome.verdict = Verdict::unique;
  outcome.level = workspace.axes.vanished ? Level::search : Level::map;
  return outcome;
}

} // namespace

Outcome settle_basis(double* columns, std::size_t n, std::size_t d, const CanonizeOptions& options,
                     BasisWorkspace& workspace) {
  Outcome outcome;
  axis_lengths(columns, n, d, workspace.lengths);
  classify(workspace.lengths, options.tolerance.length, workspace.classes, outcome.margin);
  arma::mat basis(columns, n, d, false, true);
  return settle_by_classes(basis, options.level >= Level::search, options, outcome, workspace);
}

Outcome settle_by_row_hash(double* columns, std::size_t n, std::size_t d,
                           const CanonizeOptions& options, BasisWorkspace& workspace) {
  Outcome outcome;
  arma::mat basis(columns, n, d, false, true);
  workspace.lengths.resize(n);
  if (d == 1) {
    // The projected axis is u_i u: one sum of cubes serves all.
    double cubes = 0.0;
    for (std::size_t i = 0; i < n; ++i)
      cubes += columns[i] * columns[i] * columns[i];
    for (std::size_t i = 0; i < n; ++i)
      workspace.lengths[i] = columns[i] * columns[i] * (columns[i] * cubes + 1.0);
  } else {
    const arma::mat projector = basis * basis.t();
    for (std::size_t i = 0; i < n; ++i) {
      const double* row = projector.colptr(i);
      double cubes = 0.0;
      for (std::size_t j = 0; j < n; ++j)
        cubes += row[j] * row[j] * row[j];
      workspace.lengths[i] = cubes + row[i];
    }
  }
  classify(workspace.lengths, options.tolerance.length, workspace.classes, outcome.margin);
  outcome = settle_by_classes(basis, true, options, outcome, workspace);
  if (outcome.verdict == Verdict::unique)
    outcome.level = Level::oap;
  else if (d == 1)
    outcome.verdict = Verdict::sign_undetermined;
  return outcome;
}

Outcome canonize_basis(arma::mat& basis, const CanonizeOptions& options) {
  if (basis.n_cols == 0) return {Verdict::unique, Level::map, {}};
  if (basis.n_cols == 1) return canonize_sign(basis.memptr(), basis.n_rows, options);
  BasisWorkspace workspace;
  return settle_basis(basis.memptr(), basis.n_rows, basis.n_cols, options, workspace);
}

} // namespace canon
