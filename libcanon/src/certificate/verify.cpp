#include <canon/random.hpp>
#include <canon/verify.hpp>

#include <algorithm>
#include <cmath>

namespace canon {
namespace {

arma::mat random_orthonormal(std::size_t n, std::size_t d, Rng& rng) {
  arma::mat gaussian(n, d), q, r;
  for (double& x : gaussian)
    x = normal(rng);
  arma::qr_econ(q, r, gaussian);
  // QR fixes the signs of R's diagonal; a fair sign per column makes Q Haar distributed.
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
  if (!(d <= claim_deviation)) return false;
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
      (void)canonize_sign(std::span<double>(m.colptr(j), m.n_rows), options);
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

void rotate_spaces(Spectrum& spectrum, std::uint64_t seed) {
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
  doubtful_differences += other.doubtful_differences;
  up_to_automorphism += other.up_to_automorphism;
  vectors += other.vectors;
  unsettled_vectors += other.unsettled_vectors;
  doubtful += other.doubtful;
  simple += other.simple;
  simple_unsettled += other.simple_unsettled;
  multiple += other.multiple;
  multiple_unsettled += other.multiple_unsettled;
  worst = std::max(worst, other.worst);
  if (first_broken.empty()) first_broken = other.first_broken;
}

namespace {

/// What one trial compares: a copy of the graph, solved, rotated and canonized.
struct Copy {
  Graph graph;
  Spectrum spectrum;
  Canonization canonization;
};

Copy make_copy(const Graph& graph, GraphOperator op, const SpectrumOptions& wanted,
               const Canonizer& canonizer, std::uint64_t turn) {
  Copy copy{graph, {}, {}};
  copy.spectrum = solve_spectrum(copy.graph, op, wanted);
  rotate_spaces(copy.spectrum, turn);
  copy.canonization = canonizer(copy.spectrum, copy.graph);
  return copy;
}

/// From the canonical labellings of two copies the isomorphism between them; empty if what they
/// give does not map one onto the other.
VertexMap isomorphism(const Copy& a, const Copy& b) {
  if (!a.canonization.symmetry || !b.canonization.symmetry) return {};
  const Symmetry &sa = *a.canonization.symmetry, &sb = *b.canonization.symmetry;
  if (!sa.complete || !sb.complete) return {};
  VertexMap at(sb.labelling.size()), map(sa.labelling.size());
  for (Vertex v = 0; v < at.size(); ++v)
    at[sb.labelling[v]] = v;
  for (Vertex v = 0; v < map.size(); ++v)
    map[v] = at[sa.labelling[v]];
  if (!same_graph(relabel(a.graph, map), b.graph)) return {};
  return map;
}

class ClaimComparison {
public:
  ClaimComparison(const Copy& base, ClaimCheck& check) : base_(base), check_(check) {}

  void compare(const Copy& copy, const VertexMap& place, const std::string& where) {
    where_ = where;
    ++check_.trials;
    const arma::mat moved = permute_rows(base_.spectrum.vectors, place);
    const VertexMap through = isomorphism(base_, copy);
    const arma::mat carried =
        through.empty() ? arma::mat() : permute_rows(base_.spectrum.vectors, through);
    std::size_t other = 0;
    for (std::size_t s = 0; s < base_.spectrum.spaces.size(); ++s) {
      const Eigenspace& space = base_.spectrum.spaces[s];
      const Outcome& a = base_.canonization.outcomes[s];
      count(space, a);
      // Copies may cut their eigenvalues in different places: whatever shares a column is compared.
      const std::vector<Eigenspace>& spaces = copy.spectrum.spaces;
      while (other + 1 < spaces.size() &&
             spaces[other].first + spaces[other].dimension <= space.first)
        ++other;
      const Outcome& b = copy.canonization.outcomes[other];
      const bool same_columns =
          spaces[other].first == space.first && spaces[other].dimension == space.dimension;
      safety_ = std::min(a.margin.safety(), b.margin.safety());
      if (!same_columns || a.verdict != b.verdict || a.level != b.level)
        differ("space " + std::to_string(s) + " gets two verdicts");
      else if (a.guarantee() == Guarantee::equivariant)
        compare_columns(s, moved, copy.spectrum.vectors);
      else if (a.guarantee() == Guarantee::up_to_automorphism)
        compare_columns(s, carried, copy.spectrum.vectors);
    }
  }

private:
  void count(const Eigenspace& space, const Outcome& outcome) {
    const bool unique = outcome.verdict == Verdict::unique;
    (space.dimension == 1 ? check_.simple : check_.multiple) += 1;
    check_.vectors += space.dimension;
    if (unique) {
      ++check_.claims;
      if (outcome.guarantee() == Guarantee::up_to_automorphism) ++check_.up_to_automorphism;
      if (outcome.margin.safety() < 1.0) ++check_.doubtful;
    } else {
      (space.dimension == 1 ? check_.simple_unsettled : check_.multiple_unsettled) += 1;
      check_.unsettled_vectors += space.dimension;
    }
  }

  void compare_columns(std::size_t s, const arma::mat& expected, const arma::mat& found) {
    const Eigenspace& space = base_.spectrum.spaces[s];
    const auto last = space.first + space.dimension - 1;
    if (expected.is_empty()) {
      differ("the copies are not isomorphic through their canonical labellings");
      return;
    }
    const double d = deviation(expected.cols(space.first, last), found.cols(space.first, last));
    if (d > claim_deviation)
      differ("space " + std::to_string(s) + " comes out differently");
    else if (safety_ >= 1.0)
      check_.worst = std::max(check_.worst, d);
  }

  void differ(const std::string& what) {
    if (safety_ < 1.0) {
      ++check_.doubtful_differences;
      return;
    }
    ++check_.broken;
    if (check_.first_broken.empty()) check_.first_broken = what + ", " + where_;
  }

  const Copy& base_;
  ClaimCheck& check_;
  std::string where_;
  double safety_ = 0.0; ///< the smaller one of the two outcomes compared
};

} // namespace

ClaimCheck verify_claims(const Graph& graph, GraphOperator op, const CanonizeOptions& options,
                         std::size_t trials, std::uint64_t seed) {
  SpectrumOptions wanted;
  wanted.tolerance = options.tolerance;
  wanted.solver = Solver::dense;
  return verify_claims(
      graph, op, wanted, [&](Spectrum& s, const Graph& g) { return canonize(s, g, options); },
      trials, seed);
}

ClaimCheck verify_claims(const Graph& graph, GraphOperator op, const SpectrumOptions& wanted,
                         const Canonizer& canonizer, std::size_t trials, std::uint64_t seed) {
  ClaimCheck check;
  const Copy base = make_copy(graph, op, wanted, canonizer, seed);
  ClaimComparison comparison(base, check);
  for (std::size_t t = 0; t < trials; ++t) {
    Rng rng = trial_rng(seed, t + 1);
    const VertexMap place = random_permutation(num_vertices(graph), rng);
    const Copy copy = make_copy(relabel(graph, place), op, wanted, canonizer, rng());
    comparison.compare(copy, place,
                       "seed " + std::to_string(seed) + ", trial " + std::to_string(t));
  }
  return check;
}

} // namespace canon
