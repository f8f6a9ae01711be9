#include <canon/random.hpp>
#include <canon/verify.hpp>

#include <algorithm>
#include <cmath>

namespace canon {
namespace {

/// Two canonical forms agree if no entry differs by more than this: far above what rounding does to
/// the eigenvectors of a space that is told apart, far below a flipped sign.
constexpr double agreement = 1e-6;

arma::mat random_orthonormal(std::size_t n, std::size_t d, Rng& rng) {
  arma::mat gaussian(n, d), q, r;
  for (double& x : gaussian)
    x = normal(rng);
  arma::qr_econ(q, r, gaussian);
  // QR fixes the signs of R's diagonal; a fair sign a column makes Q Haar distributed.
  for (arma::uword j = 0; j < q.n_cols; ++j)
    if ((rng() >> 63U) != 0) q.col(j) *= -1.0;
  return q;
}

arma::mat permute_rows(const arma::mat& m, const std::vector<Vertex>& place) {
  arma::mat result(m.n_rows, m.n_cols);
  for (arma::uword i = 0; i < m.n_rows; ++i)
    result.row(place[i]) = m.row(i);
  return result;
}

double deviation(const arma::mat& a, const arma::mat& b) {
  return a.is_empty() ? 0.0 : arma::abs(a - b).max();
}

bool agree(const arma::mat& a, const arma::mat& b, TheoremCheck& check) {
  if (a.is_empty() || arma::size(a) != arma::size(b)) return false;
  const double d = deviation(a, b);
  if (!(d <= agreement)) return false;
  check.worst = std::max(check.worst, d);
  return true;
}

/// The common walk of Algorithms 4 and 5: `turn` is S or Q, `canonical` the function under test.
template <typename Turn, typename Canonical>
void run_trial(const arma::mat& u, Rng& rng, const Turn& turn, const Canonical& canonical,
               TheoremCheck& check) {
  const std::vector<Vertex> place = random_permutation(u.n_rows, rng);
  const arma::mat w = turn(u);
  const arma::mat u0 = canonical(u);
  const arma::mat v0 = canonical(permute_rows(u, place));
  const arma::mat w0 = canonical(w);
  const arma::mat y0 = canonical(permute_rows(w, place));
  const arma::mat expected = permute_rows(u0, place);
  check.permutation += agree(expected, v0, check) ? 1 : 0;
  check.transform += agree(u0, w0, check) ? 1 : 0;
  check.both += agree(expected, y0, check) ? 1 : 0;
  ++check.total;
}

} // namespace

TheoremCheck verify_sign_theorem(std::size_t trials, std::size_t max_n, std::uint64_t seed,
                                 const CanonizeOptions& options) {
  TheoremCheck check;
  const auto canonical = [&](arma::mat m) {
    for (arma::uword j = 0; j < m.n_cols; ++j)
      (void)canonize_sign(m.colptr(j), m.n_rows, options);
    return m;
  };
  for (std::size_t t = 0; t < trials; ++t) {
    Rng rng = trial_rng(seed, t);
    const std::size_t n = 1 + uniform_below(rng, max_n);
    const arma::mat u = random_orthonormal(n, n, rng);
    const auto turn = [&](arma::mat m) {
      for (arma::uword j = 0; j < m.n_cols; ++j)
        if ((rng() >> 63U) != 0) m.col(j) *= -1.0;
      return m;
    };
    run_trial(u, rng, turn, canonical, check);
  }
  return check;
}

TheoremCheck verify_basis_theorem(std::size_t trials, std::size_t max_n, std::uint64_t seed,
                                  const CanonizeOptions& options) {
  TheoremCheck check;
  const auto canonical = [&](arma::mat m) {
    // A space that is not settled must not pass for an agreement.
    if (canonize_basis(m, options).verdict != Verdict::unique) m.reset();
    return m;
  };
  for (std::size_t t = 0; t < trials; ++t) {
    Rng rng = trial_rng(seed, t);
    const std::size_t n = 2 + uniform_below(rng, std::max<std::size_t>(max_n, 2) - 1);
    const std::size_t d = 1 + uniform_below(rng, n - 1);
    const arma::mat u = random_orthonormal(n, d, rng);
    const auto turn = [&](const arma::mat& m) -> arma::mat {
      return m * random_orthonormal(d, d, rng);
    };
    run_trial(u, rng, turn, canonical, check);
  }
  return check;
}

void turn_spaces(Spectrum& spectrum, std::uint64_t seed) {
  Rng rng = trial_rng(seed, 0);
  for (const Eigenspace& space : spectrum.spaces) {
    auto columns = spectrum.vectors.cols(space.first, space.first + space.dimension - 1);
    columns = arma::mat(columns) * random_orthonormal(space.dimension, space.dimension, rng);
  }
}

void ClaimCheck::join(const ClaimCheck& other) {
  trials += other.trials;
  claims += other.claims;
  broken += other.broken;
  doubtful += other.doubtful;
  simple += other.simple;
  simple_unsettled += other.simple_unsettled;
  multiple += other.multiple;
  multiple_unsettled += other.multiple_unsettled;
  worst = std::max(worst, other.worst);
  if (first_broken.empty()) first_broken = other.first_broken;
}

ClaimCheck verify_claims(const Graph& graph, GraphOperator op, const CanonizeOptions& options,
                         std::size_t trials, std::uint64_t seed) {
  SpectrumOptions wanted;
  wanted.tolerance = options.tolerance;
  ClaimCheck check;
  Spectrum base = spectrum(graph, op, wanted);
  turn_spaces(base, seed);
  const std::vector<Outcome> outcomes = canonize(base, options);

  for (std::size_t t = 0; t < trials; ++t) {
    Rng rng = trial_rng(seed, t + 1);
    const std::vector<Vertex> place = random_permutation(num_vertices(graph), rng);
    Spectrum copy = spectrum(relabel(graph, place), op, wanted);
    turn_spaces(copy, rng());
    const std::vector<Outcome> again = canonize(copy, options);
    const arma::mat expected = permute_rows(base.vectors, place);
    ++check.trials;
    const auto break_claim = [&](const std::string& what) {
      ++check.broken;
      if (check.first_broken.empty())
        check.first_broken =
            what + ", seed " + std::to_string(seed) + ", trial " + std::to_string(t);
    };
    if (base.spaces.size() != copy.spaces.size()) {
      break_claim("the copies have " + std::to_string(base.spaces.size()) + " and " +
                  std::to_string(copy.spaces.size()) + " spaces");
      continue;
    }
    for (std::size_t s = 0; s < base.spaces.size(); ++s) {
      const Eigenspace& space = base.spaces[s];
      const bool unique = outcomes[s].verdict == Verdict::unique;
      (space.dimension == 1 ? check.simple : check.multiple) += 1;
      if (!unique) (space.dimension == 1 ? check.simple_unsettled : check.multiple_unsettled) += 1;
      if (unique) ++check.claims;
      if (unique && outcomes[s].margin.safety() < 1.0) ++check.doubtful;
      if (space.dimension != copy.spaces[s].dimension || outcomes[s].verdict != again[s].verdict) {
        break_claim("space " + std::to_string(s) + " gets two verdicts");
      } else if (unique) {
        const auto block = arma::span(space.first, space.first + space.dimension - 1);
        const double d =
            deviation(expected.cols(block.a, block.b), copy.vectors.cols(block.a, block.b));
        if (!(d <= agreement))
          break_claim("space " + std::to_string(s) + " comes out differently");
        else
          check.worst = std::max(check.worst, d);
      }
    }
  }
  return check;
}

} // namespace canon
