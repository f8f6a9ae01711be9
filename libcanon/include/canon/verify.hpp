#pragma once

#include <canon/canonize.hpp>
#include <canon/export.hpp>
#include <canon/graph.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace canon CANON_API {

/// What the paper's Algorithms 4 and 5 print. All three counts equal `total` if the theorem holds.
struct TheoremCheck {
  std::size_t permutation = 0; ///< p_correct: the output moves with the rows
  std::size_t transform = 0;   ///< q_correct: signs or rotations leave it alone
  std::size_t both = 0;        ///< pq_correct
  std::size_t total = 0;
  double worst = 0.0; ///< largest deviation among the outputs called equal

  [[nodiscard]] bool holds() const {
    return permutation == total && transform == total && both == total;
  }
};

/// Algorithm 4: random orthonormal n x n matrices, 1 <= n <= max_n, every column canonized.
[[nodiscard]] TheoremCheck verify_sign_theorem(std::size_t trials, std::size_t max_n,
                                               std::uint64_t seed,
                                               const CanonizeOptions& options = {});

/// Algorithm 5: random orthonormal n x d matrices, 1 <= d < n <= max_n.
[[nodiscard]] TheoremCheck verify_basis_theorem(std::size_t trials, std::size_t max_n,
                                                std::uint64_t seed,
                                                const CanonizeOptions& options = {});

/// The harder form, on graphs, whose ties and symmetries random matrices never have. A trial
/// relabels the graph, solves it anew, rotates every eigenspace at random (a sign where it
/// is simple), and canonizes both copies. A claim is broken if both copies have a margin of 1 or
/// more and a space has two verdicts, or comes out differently by more than claim_deviation. Where
/// a margin is below 1 the difference is counted beside it. Where the guarantee is up to
/// automorphism, the copies are compared through an isomorphism of the two graphs, itself checked:
/// one for all spaces of a trial.
struct ClaimCheck {
  std::size_t trials = 0;
  std::size_t claims = 0;                         ///< spaces called unique, over all trials
  std::size_t broken = 0;                         ///< differences where both margins are >= 1
  std::size_t doubtful_differences = 0;           ///< differences where a margin is below 1
  std::size_t up_to_automorphism = 0;             ///< of the claims, those of the weaker kind
  std::size_t vectors = 0, unsettled_vectors = 0; ///< eigenvectors, over all trials
  std::size_t doubtful = 0;                       ///< claims with a safety below 1
  std::size_t simple = 0;                         ///< spaces of dimension 1, over all trials
  std::size_t simple_unsettled = 0;
  std::size_t multiple = 0; ///< spaces of dimension > 1
  std::size_t multiple_unsettled = 0;
  double worst = 0.0;       ///< largest deviation of a claim that holds
  std::string first_broken; ///< how to see the first broken one again

  void join(const ClaimCheck& other);
};

[[nodiscard]] ClaimCheck verify_claims(const Graph& graph, GraphOperator op,
                                       const CanonizeOptions& options, std::size_t trials,
                                       std::uint64_t seed);

/// Canonizes a spectrum of a graph in place and says what it claims.
using Canonizer = std::function<Canonization(Spectrum&, const Graph&)>;

/// The same for any solver and any rule.
[[nodiscard]] ClaimCheck verify_claims(const Graph& graph, GraphOperator op,
                                       const SpectrumOptions& wanted, const Canonizer& canonizer,
                                       std::size_t trials, std::uint64_t seed);

/// Rotates every eigenspace of `spectrum` by a random orthogonal matrix.
void rotate_spaces(Spectrum& spectrum, std::uint64_t seed);

} // namespace canon
