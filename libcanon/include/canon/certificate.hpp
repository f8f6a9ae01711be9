#pragma once

#include <canon/canonize.hpp>
#include <canon/export.hpp>
#include <canon/graph.hpp>
#include <canon/graph_operator.hpp>
#include <canon/names.hpp>

#include <armadillo>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace canon CANON_API {

/// Why a space has no equivariant basis.
enum class Reason {
  none,           ///< it has one
  symmetry,       ///< impossible: the witness is an automorphism that moves the basis
  stronger_level, ///< no automorphism moves it: a stronger level would settle it
  gave_up         ///< unknown: the search for symmetry met its bound
};

[[nodiscard]] constexpr std::string_view name(Reason value) {
  switch (value) {
  case Reason::none:
    return "none";
  case Reason::symmetry:
    return "symmetry";
  case Reason::stronger_level:
    return "stronger_level";
  case Reason::gave_up:
    return "gave_up";
  }
  return {};
}

/// A margin below this is worth a warning (see Margin::safety).
inline constexpr double warning_margin = 10.0;

/// The loosest tolerances that a check believes by default: ten times the defaults. A
/// certificate brings its own, and wide ones would let any basis pass.
inline constexpr Tolerance loosest_tolerance = {1e-8, 1e-7, 1e-5};

struct SpaceCertificate {
  double eigenvalue = 0.0;
  std::size_t dimension = 0;
  arma::mat basis; ///< n x dimension, the canonical columns (the solver's own if not settled)
  Verdict verdict = Verdict::sign_undetermined;
  Level level = Level::none;
  Guarantee guarantee = Guarantee::none;
  Reason reason = Reason::none;
  double margin = 0.0;              ///< Margin::safety
  bool warning = false;             ///< margin < warning_margin
  std::optional<VertexMap> witness; ///< wherever the reason is symmetry
};

/// All that is needed to check the canonical bases of one graph without having made them.
struct Certificate {
  Graph graph;
  GraphOperator op = GraphOperator::lazy_adjacency;
  CanonizeOptions options;
  std::vector<SpaceCertificate> spaces; ///< the leading ones, low frequency first
  bool gave_up = false;                 ///< the search for symmetry was begun and given up ...
  std::uint64_t nodes = 0;              ///< ... after so many nodes; 0 if nothing asked for it
  /// The canonical labelling that Level::label went by (vertex v has place labelling[v]); only if
  /// symmetry was searched for and found. Bases that are unique up to automorphism compare through
  /// it.
  std::optional<VertexMap> labelling;
};

/// Canonizes the spaces that hold the first `columns` columns (LAPACK's divide and conquer, all
/// eigenpairs) and says what is true of each. Where a space is not equivariant the symmetry of the
/// graph is searched for, bounded by options.max_nodes, also at levels that do without it. Throws
/// as spectrum() does.
[[nodiscard]] Certificate certify(const Graph& graph, GraphOperator op,
                                  const CanonizeOptions& options,
                                  std::size_t columns = SpectrumOptions::all);

/// What is checked, each on its own.
enum class Check {
  statement,      ///< tolerances within bounds; shapes and names fit together: verdict, level,
                  ///< guarantee, reason, warning
  eigenvectors,   ///< |A u - lambda u|, for every column
  orthonormality, ///< of all columns of all spaces together
  wholeness,      ///< the leading eigenspaces, none left out, none cut
  witness,        ///< an automorphism, and it moves the basis
  equivariance,   ///< every automorphism leaves the columns of an equivariant space alone
  relabelling     ///< a relabelled, newly solved and rotated copy gives the same
};
[[nodiscard]] constexpr std::string_view name(Check value) {
  switch (value) {
  case Check::statement:
    return "statement";
  case Check::eigenvectors:
    return "eigenvectors";
  case Check::orthonormality:
    return "orthonormality";
  case Check::wholeness:
    return "wholeness";
  case Check::witness:
    return "witness";
  case Check::equivariance:
    return "equivariance";
  case Check::relabelling:
    return "relabelling";
  }
  return {};
}

struct CertificateCheck {
  struct Count {
    std::size_t passed = 0, failed = 0;
    std::size_t skipped = 0; ///< could not be decided: the search for symmetry gave up
  };
  std::array<Count, values<Check>().size()> counts; ///< by Check
  std::vector<std::string> failures;                ///< one line each: what, where, by how much

  [[nodiscard]] const Count& of(Check check) const {
    return counts[static_cast<std::size_t>(check)];
  }
  [[nodiscard]] bool holds() const { return failures.empty(); }
  void join(const CertificateCheck& other);
};

/// Checks a certificate by means of its own: the operator is written down from the edges anew,
/// solved by LAPACK's QR iteration (dsyev), and maps are compared edge by edge. Only the copies of
/// `trials` random relabellings are canonized by the library, after a solve by MRRR and a random
/// rotation of every space. With t the certificate's tolerances, floored at 16 n eps, and s the
/// largest |eigenvalue|:
///   |A u - lambda u| <= d t.eigenvalue s for a space of dimension d, and eigenvalues agree
///   likewise; spaces are cut where eigenvalues differ by more than t.eigenvalue s; |U^T U - I| <=
///   t.length; two columns agree, and a map leaves a column alone, where no entry differs by more
///   than t.zero.
/// A tolerance of the certificate above its `loosest` fails Check::statement, and nothing else is
/// looked at. Throws ArgumentError above 20,000 vertices (the check is dense).
[[nodiscard]] CertificateCheck check_certificate(const Certificate& certificate,
                                                 std::size_t trials = 3, std::uint64_t seed = 0,
                                                 const Tolerance& loosest = loosest_tolerance);

} // namespace canon
