#pragma once

#include <canon/spectrum.hpp>
#include <canon/tolerance.hpp>

#include <armadillo>

#include <optional>
#include <string_view>
#include <vector>

namespace canon {

/// What became of an eigenspace. Anything but `unique` leaves its columns untouched.
enum class Verdict {
  unique,                  ///< one canonical basis, the same for every basis and relabelling
  sign_undetermined,       ///< a single vector that a permutation maps to its negative
  too_few_axis_classes,    ///< fewer classes than dimensions (the paper's Assumption 2 fails)
  axis_projection_vanishes ///< a summary vector is orthogonal to what is left (Assumption 3 fails)
};

/// How hard to try; each level settles what the one before it settles, in the same way, and more.
enum class Level {
  none,   ///< nothing: the eigensolver's own basis
  map,    ///< the paper's Algorithm 3: Algorithm 1 for vectors, Algorithm 2 for spaces
  search, ///< Algorithm 7 for spaces
  joint   ///< Algorithm 6 generalised: what is settled colours the vertices and settles the others
};

/// Rules for the sign of a single vector. The naive ones are there for comparison.
enum class SignRule {
  map,          ///< Algorithm 1
  odd_power,    ///< Algorithm 8: the first odd power sum that does not vanish is made positive
  largest_norm, ///< the heavier of the positive and the negative part becomes the positive one
  largest_entry ///< the entry of largest modulus becomes positive
};

[[nodiscard]] std::string_view verdict_name(Verdict verdict);
[[nodiscard]] std::string_view level_name(Level level);
[[nodiscard]] std::optional<Level> level_by_name(std::string_view name);
/// In order of strength.
[[nodiscard]] const std::vector<Level>& all_levels();
[[nodiscard]] std::string_view sign_rule_name(SignRule rule);
[[nodiscard]] std::optional<SignRule> sign_rule_by_name(std::string_view name);
[[nodiscard]] const std::vector<SignRule>& all_sign_rules();

/// Every option here changes the canonical form: forms compare only under equal options.
struct CanonizeOptions {
  Level level = Level::map;
  SignRule sign_rule = SignRule::map;
  double c = 10.0; ///< the constant in the summary vectors; the published value
  Tolerance tolerance;
};

struct Outcome {
  Verdict verdict = Verdict::sign_undetermined;
  Level level = Level::none; ///< the level that settled it; none if nothing did
  Margin margin;
};

/// Chooses between u and -u, in place; u has norm 1 and is only ever flipped, never rescaled.
Outcome canonize_sign(double* u, std::size_t n, const CanonizeOptions& options = {});
Outcome canonize_sign(arma::vec& u, const CanonizeOptions& options = {});

/// Replaces the columns of U (n x d, orthonormal) by the canonical basis of their span. Algorithm
/// 2, or Algorithm 7 from Level::search on. For d = 1 it is canonize_sign.
Outcome canonize_basis(arma::mat& basis, const CanonizeOptions& options = {});

/// Canonizes the spaces of a spectrum in place; one outcome a space. Only the spaces that hold the
/// first `columns` columns are treated (their outcomes are returned); Level::joint looks at all.
std::vector<Outcome> canonize(Spectrum& spectrum, const CanonizeOptions& options = {},
                              std::size_t columns = SpectrumOptions::all);

} // namespace canon
