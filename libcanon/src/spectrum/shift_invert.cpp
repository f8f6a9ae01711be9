#include "spectrum/elimination_order.hpp"
#include "spectrum/lanczos_walk.hpp"
#include "spectrum/ldlt.hpp"
#include "spectrum/leading_pairs.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace canon {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double exact = 64 * epsilon;   // residual over the norm that is not worth improving
constexpr double enough = 1e-12;         // and one that is accepted where it cannot be improved
constexpr int rounds = 24;               // of a walk each, with a better shift or a longer walk
constexpr std::size_t many_copies = 100; // of an eigenvalue: more than passes are worth
constexpr std::size_t numbers = std::size_t{1} << 27U; // of a Krylov basis: 1 GiB

/// What an elimination may cost: some thousand operations per entry leave it far cheaper than the
/// restarts it replaces.
std::size_t work_limit(const arma::sp_mat& matrix) {
  return std::min<std::size_t>(300'000'000, 2000 * (matrix.n_rows + matrix.n_nonzero));
}

/// Gershgorin's discs reach no further.
double upper_bound(const arma::sp_mat& matrix) {
  double result = -std::numeric_limits<double>::infinity();
  for (arma::uword c = 0; c < matrix.n_cols; ++c) {
    double sum = 0.0;
    for (arma::uword p = matrix.col_ptrs[c]; p < matrix.col_ptrs[c + 1]; ++p)
      sum += matrix.row_indices[p] == c ? matrix.values[p] : std::abs(matrix.values[p]);
    result = std::max(result, sum);
  }
  return result;
}

class ShiftInvert {
public:
  ShiftInvert(const arma::sp_mat& matrix, std::vector<arma::uword> order, double norm)
      : matrix_(matrix), factors_(matrix, std::move(order)), norm_(norm),
        shift_(upper_bound(matrix) + 1e-10 * norm) {}

  /// Moves the shift so close to the largest eigenvalue that the `count` largest are spread out
  /// seen from it: by bisection, as the inertia says how many lie above a number. Without this a
  /// walk on a long path sees thousands of eigenvalues at nearly the same distance. False if the
  /// bound on the eigenvalues fails by rounding.
  bool place_shift(std::size_t count) {
    double high = shift_; // nothing above
    if (above(high) != 0) return false;
    double low = high, some = high; // at least `count` above the one, a few above the other
    for (double distance = 1e-9 * norm_; low == high || above(low) < count; distance *= 10.0)
      low = shift_ - distance;
    while (some == high && high - low > 1e-12 * norm_) {
      const double middle = 0.5 * (low + high);
      const std::size_t beyond = above(middle);
      if (beyond == 0)
        some = high = middle;
      else if (beyond >= count)
        low = middle;
      else
        some = middle;
    }
    for (int i = 0; i < 4 && some < high; ++i) {
      const double middle = 0.5 * (some + high);
      (above(middle) == 0 ? high : some) = middle;
    }
    // Not closer: an eigenvalue much nearer than the others would drown them in rounding.
    shift_ = high + 0.1 * (high - low);
    return true;
  }

  /// The `count` largest pairs orthogonal to `known`, one of each eigenvalue for certain. Each
  /// round knows the leading eigenvalues better and moves the shift closer to them.
  std::optional<Pairs> leading(const arma::mat& known, std::size_t count) {
    const std::size_t n = matrix_.n_rows;
    std::size_t steps = std::min<std::size_t>(n - known.n_cols, 2 * count + 24);
    if (!factors_.factor(shift_)) return std::nullopt;
    arma::vec start = random_start(n);
    Pairs best;
    double before = std::numeric_limits<double>::infinity();
    bool longer = false;
    for (int round = 0; round < rounds && steps * n <= numbers; ++round) {
      if (!known.is_empty()) start -= known * (known.t() * start);
      best = walk(known, start, count, steps);
      const double error = largest_residual(matrix_, best) / norm_;
      const bool stalled = error > 0.5 * before;
      const bool invariant = best.values.n_elem < count; // fewer distinct eigenvalues than that
      const bool longest = steps == n - known.n_cols;
      if (error <= exact) return best;
      if (error <= enough && (invariant || (stalled && (longer || longest)))) return best;
      if (stalled && longest) break;
      before = error;
      start = arma::sum(best.vectors, 1) + 1e-3 * random_start(n) / std::sqrt(double(n));
      if (!move_shift(best) && stalled) {
        steps = std::min<std::size_t>(n - known.n_cols, 2 * steps);
        longer = true;
      }
    }
    return std::nullopt;
  }

  /// How many eigenvalues lie above a number between `below` and `above`; nothing if the factors
  /// are not exact enough to say.
  std::optional<std::size_t> count_between(double below, double above) {
    std::optional<std::size_t> count;
    for (const double fraction : {0.5, 0.37, 0.66}) {
      const double tau = below + fraction * (above - below);
      if (factors_.factor(tau) && factors_.error() < 0.25 * (above - below)) {
        count = factors_.positive();
        break;
      }
    }
    return count;
  }

private:
  /// Eigenvalues above a number, up to rounding; a number that meets one is moved a little.
  std::size_t above(double number) {
    for (double step = 1e-15; !factors_.factor(number); step *= 10.0)
      number += step * norm_;
    return factors_.positive();
  }

  Pairs walk(const arma::mat& known, const arma::vec& start, std::size_t count,
             std::size_t steps) const {
    const auto apply = [&](const arma::vec& x) {
      arma::vec y = x;
      factors_.solve(y.memptr());
      y *= -1.0;
      if (!known.is_empty()) y -= known * (known.t() * y);
      return y;
    };
    const LanczosWalk made = lanczos_walk(apply, start, steps);
    arma::vec values;
    arma::mat rotation;
    if (!arma::eig_sym(values, rotation, made.tridiagonal()))
      throw SolverError("LAPACK did not converge on a tridiagonal matrix");
    return ritz_pairs(matrix_,
                      made.basis * rotation.tail_cols(std::min<arma::uword>(count, values.n_elem)));
  }

  /// Half the width of the leading eigenvalues above the first. Ritz values lie below the
  /// eigenvalues, so that the inertia must confirm it. True if the shift moved considerably.
  bool move_shift(const Pairs& found) {
    const double first = found.values.front(), width = first - found.values.back();
    const double old = shift_;
    for (double distance = std::max(0.5 * width, 1e3 * epsilon * norm_);
         distance < 0.5 * (old - first); distance *= 4.0) {
      shift_ = first + distance;
      if (factors_.factor(shift_) && factors_.positive() == 0) return true;
    }
    shift_ = old;
    if (!factors_.factor(shift_)) throw SolverError("a shifted matrix became singular");
    return false;
  }

  const arma::sp_mat& matrix_;
  SparseLdlt factors_;
  double norm_, shift_;
};

/// Adds pairs found in the complement of the others.
void join(Pairs& pairs, const Pairs& more) {
  pairs.values = arma::join_cols(pairs.values, more.values);
  pairs.vectors = arma::join_rows(pairs.vectors, more.vectors);
  sort_descending(pairs);
}

} // namespace

std::optional<Pairs> inverse_pairs(const arma::sp_mat& matrix, std::size_t k,
                                   const Tolerance& tolerance) {
  const std::size_t n = matrix.n_rows;
  const double norm = std::max(1e-300, arma::norm(matrix, 1));
  const double cut = tolerance.eigenvalue * norm;
  auto order = elimination_order(matrix, work_limit(matrix));
  if (!order) return std::nullopt;
  ShiftInvert solver(matrix, std::move(*order), norm);
  if (!solver.place_shift(k + 1)) return std::nullopt;
  std::optional<Pairs> pairs = solver.leading(arma::mat(), k + 1);
  while (pairs && pairs->values.n_elem < n / 3) {
    const std::size_t have = pairs->values.n_elem;
    const std::size_t whole = cut_beyond(pairs->values, k, cut);
    std::size_t more = have; // nothing distinguishes the last ones: as many again
    if (whole < have) {
      const auto count = solver.count_between(pairs->values[whole], pairs->values[whole - 1]);
      if (!count || *count < whole) return std::nullopt;
      if (*count == whole) {
        pairs->bound = pairs->values[whole];
        return pairs;
      }
      if (*count * n > 8 * numbers)
        throw SolverError("the leading eigenspaces of a component of " + std::to_string(n) +
                          " vertices have " + std::to_string(*count) +
                          " dimensions: " + std::to_string(n) + " x " + std::to_string(*count) +
                          " numbers do not fit");
      // Every pass finds one copy of an eigenvalue.
      if (*count - whole > many_copies && n <= dense_rescue) return all_pairs(matrix);
      more = std::min(*count - whole, have);
    }
    const std::optional<Pairs> missed = solver.leading(pairs->vectors, more);
    if (!missed || missed->values.is_empty()) return std::nullopt;
    join(*pairs, *missed);
  }
  return std::nullopt;
}

} // namespace canon
