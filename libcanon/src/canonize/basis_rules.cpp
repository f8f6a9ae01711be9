#include "canonize/basis_rules.hpp"

#include <canon/option_ranges.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace canon {
namespace {

double dot(const double* a, const double* b, arma::uword d) {
  double sum = 0.0;
  for (arma::uword i = 0; i < d; ++i)
    sum += a[i] * b[i];
  return sum;
}

} // namespace

double AxisBasis::error() const {
  return errors.empty() ? 0.0 : *std::max_element(errors.begin(), errors.end());
}

void Directions::take(const arma::mat& basis, const AxisClasses& classes, double constant) {
  class_coordinates(basis, classes, sums);
  lengths.resize(classes.count());
  for (std::size_t i = 0; i < classes.count(); ++i)
    lengths[i] = std::sqrt(static_cast<double>(classes.members(i).size()));
  c = constant;
  vertices = basis.n_rows;
}

// Plain loops: d is 2 or 3 nearly always, where a call of BLAS costs more than the work.
//
// With R the triangular factor and s_j the error of direction j, the columns of Q are off by
// g_i = sum_j s_j |R^-1|_ji, and by the g of the columns before through which they are made
// orthogonal: the first-order perturbation of a QR factorisation.
void axis_basis(const Directions& directions, bool search, const Tolerance& tolerance, double error,
                Margin& margin, AxisBasis& result) {
  const arma::uword d = directions.sums.n_rows;
  const bool shifted = directions.c != 0.0;
  result.q.set_size(d, d);
  result.inverse.set_size(d, d);
  result.sources.clear();
  result.errors.clear();
  result.along.resize(d);
  result.vanished = false;
  if (shifted) {
    result.shift.assign(d, 0.0);
    for (arma::uword i = 0; i < directions.sums.n_cols; ++i)
      for (arma::uword l = 0; l < d; ++l)
        result.shift[l] += directions.sums.at(l, i);
    for (double& entry : result.shift)
      entry *= directions.c;
  }
  // Sums and inner products in d coordinates, twice.
  const double known =
      error + 4.0 * static_cast<double>(d) * std::numeric_limits<double>::epsilon();
  const double shift_length =
      std::abs(directions.c) * std::sqrt(static_cast<double>(directions.vertices));
  const double* reference = nullptr; // the first direction taken, without its shift
  double reference_length = 0.0, squares = 0.0;
  arma::uword rank = 0;
  for (arma::uword i = 0; i < directions.sums.n_cols && rank < d; ++i) {
    double* const w = result.q.colptr(rank);
    const double* const sum = directions.sums.colptr(i);
    std::copy_n(sum, d, w);
    double length = directions.lengths[i];
    // x_i - x_1 has the same part outside the span of x_1 as x_i, and no c to cancel.
    if (shifted && reference == nullptr) {
      for (arma::uword l = 0; l < d; ++l)
        w[l] += result.shift[l];
      length += shift_length;
    } else if (shifted) {
      for (arma::uword l = 0; l < d; ++l)
        w[l] -= reference[l];
      length += reference_length;
    }
    // Twice is enough (Kahan, Parlett): the second pass removes what rounding left of the first.
    std::fill_n(result.along.begin(), rank, 0.0);
    for (int pass = 0; pass < 2; ++pass)
      for (arma::uword j = 0; j < rank; ++j) {
        const double* const before = result.q.colptr(j);
        const double along = dot(before, w, d);
        result.along[j] += along;
        for (arma::uword l = 0; l < d; ++l)
          w[l] -= along * before[l];
      }
    const double norm = std::sqrt(dot(w, w, d));
    // What is left is x_i - sum_k z_k x_k, projected, with z = R^-1 R_i.
    const double source = known * length;
    double left = source;
    for (arma::uword k = 0; k < rank; ++k) {
      double z = 0.0;
      for (arma::uword j = k; j < rank; ++j)
        z += result.inverse.at(k, j) * result.along[j];
      result.inverse.at(k, rank) = -z / norm;
      left += result.sources[k] * std::abs(z);
    }
    margin.observe(norm, tolerance.zero, left);
    if (norm > tolerance.zero) {
      for (arma::uword l = 0; l < d; ++l)
        w[l] /= norm;
      result.inverse.at(rank, rank) = 1.0 / norm;
      result.sources.push_back(source);
      const double own = left / norm;
      result.errors.push_back(own + std::sqrt(squares));
      squares += own * own;
      if (rank++ == 0) {
        reference = sum;
        reference_length = directions.lengths[i];
      }
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
                          double error, Outcome outcome, BasisWorkspace& workspace) {
  if (workspace.classes.count() < basis.n_cols) {
    outcome.verdict = Verdict::too_few_axis_classes;
    return outcome;
  }
  workspace.directions.take(basis, workspace.classes, options.c);
  axis_basis(workspace.directions, search, options.tolerance, error, outcome.margin,
             workspace.axes);
  if (!workspace.axes.complete) {
    outcome.verdict = Verdict::axis_projection_vanishes;
    return outcome;
  }
  basis = basis * workspace.axes.q;
  outcome.verdict = Verdict::unique;
  outcome.level = workspace.axes.vanished ? Level::search : Level::map;
  outcome.error = error + workspace.axes.error();
  outcome.margin.promise(outcome.error);
  return outcome;
}

} // namespace

Outcome settle_basis(double* columns, std::size_t n, std::size_t d, const CanonizeOptions& options,
                     double error, BasisWorkspace& workspace) {
  Outcome outcome;
  axis_lengths(columns, n, d, workspace.lengths);
  classify(workspace.lengths, options.tolerance.length, error, workspace.classes, outcome.margin);
  arma::mat basis(columns, n, d, false, true);
  return settle_by_classes(basis, options.level >= Level::search, options, error, outcome,
                           workspace);
}

Outcome settle_by_row_hash(double* columns, std::size_t n, std::size_t d,
                           const CanonizeOptions& options, double error,
                           BasisWorkspace& workspace) {
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
  // Three times the square of a projected axis at the most, and its own entry.
  classify(workspace.lengths, options.tolerance.length, 4.0 * error, workspace.classes,
           outcome.margin);
  outcome = settle_by_classes(basis, true, options, error, outcome, workspace);
  if (outcome.verdict == Verdict::unique)
    outcome.level = Level::map;
  else if (d == 1)
    outcome.verdict = Verdict::sign_undetermined;
  return outcome;
}

Outcome canonize_basis(arma::mat& basis, const CanonizeOptions& options, double error) {
  if (basis.n_cols == 0) return {Verdict::unique, Level::map, {}, 0.0};
  if (basis.n_cols == 1)
    return canonize_sign(std::span<double>(basis.memptr(), basis.n_rows), options, error);
  require_ranges(options);
  BasisWorkspace workspace;
  return settle_basis(basis.memptr(), basis.n_rows, basis.n_cols, options,
                      error + rounding_error(basis.n_rows), workspace);
}

} // namespace canon
