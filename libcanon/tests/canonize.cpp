// Sign and basis rules by themselves, on vectors written out by hand and on random ones.
#define BOOST_TEST_MODULE canonize
#include "canonize/axis_classes.hpp"

#include <canon/canonize.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/random.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace canon;

namespace {

const std::vector<SignRule> rules{SignRule::map, SignRule::odd_power, SignRule::largest_norm,
                                  SignRule::largest_entry};

CanonizeOptions with_rule(SignRule rule) {
  CanonizeOptions options;
  options.sign_rule = rule;
  return options;
}

} // namespace

BOOST_AUTO_TEST_CASE(classes_are_cut_by_gap) {
  AxisClasses classes;
  Margin margin;
  classify(std::vector<double>{0.5, 0.1, 0.5 + 1e-9, 0.1 - 2e-8, 0.9}, 1e-8, 1e-9, classes, margin);
  BOOST_REQUIRE_EQUAL(classes.count(), 4U);
  BOOST_TEST(classes.members(0).size() == 1U);
  BOOST_TEST(classes.members(1).size() == 2U);
  BOOST_TEST(classes.members(0)[0] == 4U);
  // Gaps are off by twice the error of a value: 1e-9 is 4.5 errors from the tolerance, 2e-8 is 5.
  BOOST_TEST(std::abs(margin.safety() - 4.5) < 1e-6);
  classify(std::vector<double>{}, 1e-8, 1e-9, classes, margin);
  BOOST_TEST(classes.count() == 0U);
}

BOOST_AUTO_TEST_CASE(signs_by_hand) {
  const double r = 1.0 / std::sqrt(6.0);
  for (SignRule rule : rules) {
    arma::vec u{-2.0 * r, r, r};
    const Outcome o = canonize_sign(u, with_rule(rule));
    BOOST_TEST_CONTEXT(name(rule)) {
      BOOST_TEST((o.verdict == Verdict::unique));
      // The sum vanishes; the entry of largest modulus, the cube sum and the heavier part agree.
      BOOST_TEST(u[0] == 2.0 * r);
    }
  }
  arma::vec symmetric{0.5, -0.5, 0.5, -0.5};
  for (SignRule rule : rules)
    BOOST_TEST((canonize_sign(symmetric, with_rule(rule)).verdict == Verdict::sign_undetermined));
  arma::vec one{-1.0};
  BOOST_TEST((canonize_sign(one).verdict == Verdict::unique));
  BOOST_TEST(one[0] == 1.0);
}

BOOST_AUTO_TEST_CASE(a_tie_in_the_first_class_is_settled_by_the_next) {
  // Largest moduli +a, -a cancel; the second class {b} decides, against the naive rules.
  arma::vec u{0.6, -0.6, -0.4, 0.2, 0.2, 0.2};
  u /= arma::norm(u);
  CanonizeOptions options;
  options.c = 0.0;
  arma::vec a = u, b = -u;
  BOOST_TEST((canonize_sign(a, options).verdict == Verdict::unique));
  (void)canonize_sign(b, options);
  BOOST_TEST(arma::all(a == b));
  BOOST_TEST(a[2] > 0.0);
  options.sign_rule = SignRule::largest_entry;
  BOOST_TEST((canonize_sign(a, options).verdict == Verdict::sign_undetermined));
}

BOOST_AUTO_TEST_CASE(odd_powers_do_not_underflow) {
  // 10,000 entries of about 0.01: their 9th powers are 1e-18 each, and sums of lower ones vanish.
  Rng rng = trial_rng(1, 0);
  arma::vec u(10001);
  for (arma::uword i = 0; i + 1 < u.n_elem; i += 2) {
    u[i] = 0.005 + 0.005 * uniform01(rng);
    u[i + 1] = -u[i];
  }
  u[10000] = 1e-5; // what is left to decide: invisible in every unscaled power above the first
  u[0] += 3e-6;
  u[2] -= 1.3e-5;
  u /= arma::norm(u);
  arma::vec a = u, b = -u;
  const Outcome oa = canonize_sign(a, with_rule(SignRule::odd_power));
  const Outcome ob = canonize_sign(b, with_rule(SignRule::odd_power));
  BOOST_TEST((oa.verdict == Verdict::unique));
  BOOST_TEST((ob.verdict == Verdict::unique));
  BOOST_TEST(arma::all(a == b));
}

BOOST_AUTO_TEST_CASE(every_rule_is_sign_invariant_and_equivariant) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Rng rng = trial_rng(2, seed);
    const std::size_t n = 1 + uniform_below(rng, 30);
    arma::vec u(n);
    // Small integers: ties and cancellations of every kind.
    for (double& x : u)
      x = static_cast<double>(uniform_below(rng, 7)) - 3.0;
    if (arma::norm(u) == 0.0) u[0] = 1.0;
    u /= arma::norm(u);
    const std::vector<std::size_t> place = random_permutation(n, rng);
    arma::vec moved(n);
    for (std::size_t i = 0; i < n; ++i)
      moved[place[i]] = -u[i];
    for (SignRule rule : rules) {
      arma::vec a = u, b = moved;
      const Outcome oa = canonize_sign(a, with_rule(rule)), ob = canonize_sign(b, with_rule(rule));
      BOOST_TEST_CONTEXT("seed " << seed << ", rule " << name(rule)) {
        BOOST_REQUIRE((oa.verdict == ob.verdict));
        if (oa.verdict == Verdict::unique)
          for (std::size_t i = 0; i < n; ++i)
            BOOST_REQUIRE_EQUAL(a[i], b[place[i]]);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(map_settles_exactly_the_vectors_that_no_permutation_negates) {
  // u = -Pu for some P iff the multisets of u and -u are the same: the definition.
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Rng rng = trial_rng(3, seed);
    const std::size_t n = 1 + uniform_below(rng, 6);
    arma::vec u(n);
    for (double& x : u)
      x = static_cast<double>(uniform_below(rng, 5)) - 2.0;
    if (arma::norm(u) == 0.0) continue;
    const bool negated = arma::all(arma::sort(u) == arma::sort(arma::vec(-u)));
    arma::vec v = u / arma::norm(u);
    BOOST_TEST_CONTEXT("seed " << seed) {
      BOOST_REQUIRE_EQUAL((canonize_sign(v).verdict == Verdict::sign_undetermined), negated);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_basis_stays_inside_its_space) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng = trial_rng(4, seed);
    const std::size_t n = 4 + uniform_below(rng, 40), d = 2 + uniform_below(rng, n - 2);
    arma::mat gaussian(n, d), u, r;
    for (double& x : gaussian)
      x = normal(rng);
    arma::qr_econ(u, r, gaussian);
    arma::mat canonical = u;
    BOOST_REQUIRE((canonize_basis(canonical).verdict == Verdict::unique));
    BOOST_REQUIRE_LT(arma::abs(canonical - u * (u.t() * canonical)).max(), 1e-12);
    BOOST_REQUIRE_LT(orthonormality_error(canonical), 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(margins_tell_how_close_it_was) {
  // Two entries whose moduli differ by three tolerances.
  arma::vec u{0.5, -0.5 - 3e-8, 0.5, 0.5};
  u /= arma::norm(u);
  // Rounding alone cannot hide that, an error of 1e-8 can.
  BOOST_TEST(canonize_sign(u).margin.safety() > 1e4);
  const Outcome o = canonize_sign(u, {}, 1e-8);
  BOOST_TEST(std::abs(o.margin.safety() - 1.0) < 0.01);
  BOOST_TEST(std::abs(o.error / 1e-8 - 1.0) < 1e-6);
  BOOST_TEST(canonize_sign(u, {}, 1e-6).margin.safety() < 1.0);
  const Margin fresh;
  BOOST_TEST(std::isfinite(fresh.safety()));
}

BOOST_AUTO_TEST_CASE(a_large_constant_costs_accuracy) {
  // Antisymmetric: the sum vanishes up to the error of the vector, and c times an error is no sign.
  const Spectrum s = solve_spectrum(path_graph(20), GraphOperator::laplacian);
  arma::vec u = s.vectors.col(1);
  CanonizeOptions options;
  options.c = 1e3;
  const Outcome precise = canonize_sign(u, options, s.error(s.spaces[1]));
  BOOST_TEST((precise.verdict == Verdict::sign_undetermined));
  BOOST_TEST(precise.margin.safety() > 1.0);
  options.c = 1e6;
  BOOST_TEST(canonize_sign(u, options, s.error(s.spaces[1])).margin.safety() < 1.0);
  options.c = 1e12;
  BOOST_CHECK_THROW(canonize_sign(u, options), ArgumentError);
  arma::mat two = s.vectors.head_cols(2);
  BOOST_CHECK_THROW(canonize_basis(two, options), ArgumentError);
  Spectrum copy = s;
  BOOST_CHECK_THROW(canonize(copy, options), ArgumentError);
}

BOOST_AUTO_TEST_CASE(nearly_dependent_axes_show_in_the_margin) {
  // The two longest axes differ by an angle of about r: the second column is known 1/r times as
  // badly as the first. Many short axes complete the space.
  constexpr arma::uword many = 16;
  for (double r : {1e-1, 1e-3, 1e-5}) {
    const double l = 0.6, x = 0.9 * l * std::sqrt(1.0 - r * r), y = 0.9 * l * r;
    const double first = std::sqrt(1.0 - l * l - x * x), second = -x * y / first;
    const double third = std::sqrt(1.0 - y * y - second * second);
    arma::mat u(2 + 2 * many, 2, arma::fill::zeros);
    u(0, 0) = l;
    u.row(1) = arma::rowvec{x, y};
    for (arma::uword i = 0; i < many; ++i) {
      u.row(2 + i) = arma::rowvec{first, second} / std::sqrt(many);
      u(2 + many + i, 1) = third / std::sqrt(many);
    }
    BOOST_TEST(orthonormality_error(u) < 1e-14);
    CanonizeOptions options;
    options.c = 0.0;
    const Outcome o = canonize_basis(u, options, 1e-12);
    BOOST_REQUIRE((o.verdict == Verdict::unique));
    BOOST_TEST(o.error > 1e-12 / y);
    BOOST_TEST(o.error < 10e-12 / y);
    BOOST_TEST(o.margin.safety() * o.error < 0.5001 * claim_deviation);
  }
}

BOOST_AUTO_TEST_CASE(level_none_changes_nothing) {
  Spectrum s = solve_spectrum(petersen_graph(), GraphOperator::lazy_adjacency);
  const arma::mat before = s.vectors;
  CanonizeOptions options;
  options.level = Level::none;
  for (const Outcome& o : canonize(s, options).outcomes)
    BOOST_TEST((o.verdict != Verdict::unique));
  BOOST_TEST(arma::all(arma::vectorise(before == s.vectors)));
}

BOOST_AUTO_TEST_CASE(only_the_columns_asked_for_are_treated) {
  const Graph g = path_graph(9);
  Spectrum s = solve_spectrum(g, GraphOperator::lazy_adjacency);
  BOOST_TEST(canonize(s, {}, 4).outcomes.size() == 4U);
  Spectrum c = solve_spectrum(cycle_graph(9), GraphOperator::lazy_adjacency);
  BOOST_TEST(canonize(c, {}, 2).outcomes.size() ==
             2U); // the second space is cut by k and still whole
}
