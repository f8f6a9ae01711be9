#include "certificate/plain_graph.hpp"

#include <canon/certificate.hpp>
#include <canon/error.hpp>
#include <canon/random.hpp>
#include <canon/verify.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace canon {
namespace {

constexpr std::size_t most_vertices = 20'000;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// "1.2e-06 > 1e-09"
std::string excess(double value, double bound) {
  return number(value) + " > " + number(bound);
}

/// The largest entry of |u[map[v]] - u[v]|.
double displacement(const arma::mat& basis, const VertexMap& map) {
  double result = 0.0;
  for (arma::uword j = 0; j < basis.n_cols; ++j)
    for (std::size_t v = 0; v < map.size(); ++v)
      result = std::max(result, std::abs(basis(map[v], j) - basis(v, j)));
  return result;
}

/// max |a[v] - b[map[v]]| over the rows.
double deviation(const arma::mat& a, const arma::mat& b, const VertexMap& map) {
  double result = 0.0;
  for (arma::uword j = 0; j < a.n_cols; ++j)
    for (std::size_t v = 0; v < map.size(); ++v)
      result = std::max(result, std::abs(a(v, j) - b(map[v], j)));
  return result;
}

class Checker {
public:
  explicit Checker(const Certificate& certificate)
      : c_(certificate), plain_(plain_graph(certificate.graph)),
        n_(num_vertices(certificate.graph)) {
    const double floor = 16.0 * static_cast<double>(n_) * std::numeric_limits<double>::epsilon();
    t_ = c_.options.tolerance;
    for (double* t : {&t_.eigenvalue, &t_.length, &t_.zero})
      *t = std::max(*t, floor);
  }

  CertificateCheck run(std::size_t trials, std::uint64_t seed, const Tolerance& loosest) {
    check_tolerances(loosest);
    for (std::size_t s = 0; s < c_.spaces.size(); ++s)
      check_statement(s);
    // Shapes that do not fit would be read out of bounds, and wide tolerances prove nothing.
    if (!result_.holds()) return result_;
    check_spectrum();
    check_symmetry();
    for (std::size_t t = 0; t < trials; ++t)
      check_copy(seed, t);
    return result_;
  }

private:
  /// Counts one check; a failure gets its line.
  void expect(bool holds, Check check, const std::string& where, const std::string& what) {
    if (holds)
      ++result_.counts[static_cast<std::size_t>(check)].passed;
    else
      fail(check, where, what);
  }
  void fail(Check check, const std::string& where, const std::string& what) {
    ++result_.counts[static_cast<std::size_t>(check)].failed;
    result_.failures.push_back(where + ": " + what);
  }
  void skip(Check check) { ++result_.counts[static_cast<std::size_t>(check)].skipped; }

  [[nodiscard]] std::string where(std::size_t s) const {
    return "space " + std::to_string(s) + " (eigenvalue " + number(c_.spaces[s].eigenvalue) + ")";
  }

  [[nodiscard]] const char* misstatement(const SpaceCertificate& space) const {
    const bool unique = space.verdict == Verdict::unique;
    if (space.basis.n_rows != n_ || space.basis.n_cols != space.dimension || space.dimension == 0)
      return "the basis must have n rows and as many columns as the multiplicity";
    if (!space.basis.is_finite() || !std::isfinite(space.eigenvalue))
      return "a number is not finite";
    if (unique != (space.level != Level::none)) return "the level does not fit the verdict";
    if (space.level > c_.options.level) return "the level is above the one of the options";
    const Guarantee due = !unique                       ? Guarantee::none
                          : space.level == Level::label ? Guarantee::up_to_automorphism
                                                        : Guarantee::equivariant;
    if (space.guarantee != due) return "the guarantee does not fit verdict and level";
    if ((space.reason == Reason::none) != (due == Guarantee::equivariant))
      return "the reason does not fit the guarantee";
    if ((space.reason == Reason::symmetry) != space.witness.has_value())
      return "a witness is given exactly where the reason is symmetry";
    if ((space.reason == Reason::gave_up) != (c_.gave_up && due != Guarantee::equivariant))
      return "the reason does not fit whether the search gave up";
    if (due == Guarantee::up_to_automorphism && (!c_.labelling || c_.labelling->size() != n_))
      return "unique up to automorphism, but no canonical labelling is given";
    if (space.warning != (space.margin < warning_margin))
      return "the warning does not fit the margin";
    return nullptr;
  }

  void check_tolerances(const Tolerance& loosest) {
    const auto check = [&](const char* name, double value, double bound) {
      expect(value <= bound, Check::statement, "certificate",
             std::string("tolerance ") + name + " is too loose to prove anything, " +
                 excess(value, bound));
    };
    const Tolerance& own = c_.options.tolerance;
    check("eigenvalue", own.eigenvalue, loosest.eigenvalue);
    check("length", own.length, loosest.length);
    check("zero", own.zero, loosest.zero);
  }

  void check_statement(std::size_t s) {
    const char* wrong = misstatement(c_.spaces[s]);
    expect(wrong == nullptr, Check::statement, where(s), wrong == nullptr ? "" : wrong);
  }

  void check_spectrum() {
    if (c_.spaces.empty()) {
      if (n_ > 0) fail(Check::wholeness, "certificate", "no eigenspaces");
      return;
    }
    arma::mat matrix;
    if (!plain_operator(plain_, c_.op, matrix)) {
      fail(Check::eigenvectors, "certificate",
           "the operator is not defined: a degree is not positive, or an entry overflows");
      return;
    }
    arma::vec values;
    arma::mat vectors; // eig_sym offers dsyev only with vectors
    if (!arma::eig_sym(values, vectors, matrix, "std"))
      throw SolverError("check_certificate: dsyev did not converge");
    scale_ = arma::abs(values).max();
    if (!(scale_ > 0.0)) scale_ = 1.0;
    if (eigenvalue_order(c_.op) == EigenvalueOrder::descending) values = arma::reverse(values);
    check_residuals(matrix);
    check_orthonormality();
    check_wholeness(values);
  }

  [[nodiscard]] double bound(const SpaceCertificate& space) const {
    return static_cast<double>(space.dimension) * t_.eigenvalue * scale_;
  }

  void check_residuals(const arma::mat& matrix) {
    for (std::size_t s = 0; s < c_.spaces.size(); ++s) {
      const SpaceCertificate& space = c_.spaces[s];
      const arma::mat r = matrix * space.basis - space.eigenvalue * space.basis;
      for (arma::uword j = 0; j < r.n_cols; ++j) {
        const double norm = arma::norm(r.col(j));
        expect(norm <= bound(space), Check::eigenvectors, where(s),
               "column " + std::to_string(j) + " is no eigenvector, residual " +
                   excess(norm, bound(space)));
      }
    }
  }

  /// Within a space and between spaces, so that none overlaps another.
  void check_orthonormality() {
    for (std::size_t s = 0; s < c_.spaces.size(); ++s)
      for (std::size_t r = 0; r <= s; ++r) {
        arma::mat product = c_.spaces[r].basis.t() * c_.spaces[s].basis;
        if (r == s) product.diag() -= 1.0;
        const double worst = arma::abs(product).max();
        expect(worst <= t_.length, Check::orthonormality, where(s),
               (r == s ? std::string("not orthonormal, ")
                       : "not orthogonal to space " + std::to_string(r) + ", ") +
                   excess(worst, t_.length));
      }
  }

  /// Space after space beside the runs of near-equal eigenvalues.
  void check_wholeness(const arma::vec& values) {
    std::size_t first = 0;
    for (std::size_t s = 0; s < c_.spaces.size(); ++s) {
      const SpaceCertificate& space = c_.spaces[s];
      if (first >= n_) {
        fail(Check::wholeness, where(s), "more columns than vertices");
        return;
      }
      std::size_t end = first + 1;
      while (end < n_ && std::abs(values[end] - values[end - 1]) <= t_.eigenvalue * scale_)
        ++end;
      const double off = std::abs(arma::mean(values.subvec(first, end - 1)) - space.eigenvalue);
      if (off > bound(space))
        fail(Check::wholeness, where(s),
             "not the next eigenvalue in order of frequency, off by " + excess(off, bound(space)));
      else
        expect(end - first == space.dimension, Check::wholeness, where(s),
               "holds " + std::to_string(space.dimension) + " of " + std::to_string(end - first) +
                   " eigenvectors of its eigenvalue");
      first = end;
    }
  }

  void check_symmetry() {
    const Symmetry group = find_symmetry(c_.graph, {c_.options.labels, c_.options.max_nodes});
    for (const VertexMap& g : group.generators)
      if (!keeps_graph(plain_, plain_, g, c_.options.labels))
        fail(Check::equivariance, "certificate",
             "the search for symmetry returned a map that is no automorphism");
    if (c_.gave_up)
      expect(!group.complete, Check::statement, "certificate",
             "says that the search for symmetry gave up, but it ends after " +
                 std::to_string(group.nodes) + " nodes");
    for (std::size_t s = 0; s < c_.spaces.size(); ++s) {
      const SpaceCertificate& space = c_.spaces[s];
      if (space.witness) check_witness(s, *space.witness);
      if (space.reason != Reason::none && space.reason != Reason::stronger_level) continue;
      if (!group.complete) {
        skip(Check::equivariance);
        continue;
      }
      double moved = 0.0;
      for (const VertexMap& g : group.generators)
        moved = std::max(moved, displacement(space.basis, g));
      expect(moved <= t_.zero, Check::equivariance, where(s),
             "an automorphism moves the basis, which the certificate denies, by " +
                 excess(moved, t_.zero));
    }
  }

  void check_witness(std::size_t s, const VertexMap& witness) {
    if (!keeps_graph(plain_, plain_, witness, c_.options.labels)) {
      fail(Check::witness, where(s), "the witness is no automorphism");
      return;
    }
    const double moved = displacement(c_.spaces[s].basis, witness);
    expect(moved > t_.zero, Check::witness, where(s),
           "the witness moves nothing, " + number(moved) + " <= " + number(t_.zero));
  }

  void check_copy(std::uint64_t seed, std::size_t trial) {
    Rng rng = trial_rng(seed, trial);
    const VertexMap place = random_permutation(n_, rng);
    const std::string which = "relabelled copy " + std::to_string(trial);
    try {
      const Graph graph = relabel(c_.graph, place);
      SpectrumOptions wanted;
      wanted.solver = Solver::mrrr;
      wanted.tolerance = c_.options.tolerance;
      Spectrum spectrum = canon::solve_spectrum(graph, c_.op, wanted);
      rotate_spaces(spectrum, rng());
      std::size_t columns = 0;
      for (const SpaceCertificate& space : c_.spaces)
        columns += space.dimension;
      Canonization canonization = canonize(spectrum, graph, c_.options, columns);
      compare_copy(graph, spectrum, canonization, place, which);
    } catch (const Error& error) {
      fail(Check::relabelling, which, error.what());
    }
  }

  /// From the certificate's labelling and that of the copy; empty if there is none.
  [[nodiscard]] VertexMap isomorphism(const Graph& copy, const Canonization& canonization) const {
    if (!c_.labelling || c_.labelling->size() != n_ || !canonization.symmetry ||
        !canonization.symmetry->complete)
      return {};
    VertexMap at(n_), map(n_);
    for (Vertex v = 0; v < n_; ++v)
      at[canonization.symmetry->labelling[v]] = v;
    for (Vertex v = 0; v < n_; ++v)
      map[v] = (*c_.labelling)[v] < n_ ? at[(*c_.labelling)[v]] : n_;
    if (!keeps_graph(plain_, plain_graph(copy), map, c_.options.labels)) return {};
    return map;
  }

  void compare_copy(const Graph& graph, const Spectrum& spectrum, const Canonization& canonization,
                    const VertexMap& place, const std::string& which) {
    if (canonization.outcomes.size() != c_.spaces.size()) {
      fail(Check::relabelling, which,
           "relabelled copies do not agree: " + std::to_string(canonization.outcomes.size()) +
               " spaces, not " + std::to_string(c_.spaces.size()));
      return;
    }
    const VertexMap through = isomorphism(graph, canonization);
    for (std::size_t s = 0; s < c_.spaces.size(); ++s) {
      const SpaceCertificate& space = c_.spaces[s];
      const Outcome& outcome = canonization.outcomes[s];
      const std::string here = where(s) + ", " + which;
      const bool same = space.dimension == spectrum.spaces[s].dimension &&
                        space.verdict == outcome.verdict && space.level == outcome.level;
      if (!same || space.guarantee == Guarantee::none) {
        expect(same, Check::relabelling, here,
               "relabelled copies do not agree: verdict " + std::string(name(outcome.verdict)) +
                   " at level " + std::string(name(outcome.level)));
        continue;
      }
      const bool equivariant = space.guarantee == Guarantee::equivariant;
      if (!equivariant && through.empty()) {
        fail(Check::relabelling, here, "the canonical labellings give no isomorphism");
        continue;
      }
      const std::size_t first = spectrum.spaces[s].first;
      const double off =
          deviation(space.basis, spectrum.vectors.cols(first, first + space.dimension - 1),
                    equivariant ? place : through);
      expect(off <= t_.zero, Check::relabelling, here,
             "relabelled copies do not agree, " + excess(off, t_.zero));
    }
  }

  const Certificate& c_;
  PlainGraph plain_;
  std::size_t n_;
  Tolerance t_;
  double scale_ = 1.0;
  CertificateCheck result_;
};

} // namespace

void CertificateCheck::join(const CertificateCheck& other) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i].passed += other.counts[i].passed;
    counts[i].failed += other.counts[i].failed;
    counts[i].skipped += other.counts[i].skipped;
  }
  failures.insert(failures.end(), other.failures.begin(), other.failures.end());
}

CertificateCheck check_certificate(const Certificate& certificate, std::size_t trials,
                                   std::uint64_t seed, const Tolerance& loosest) {
  const std::size_t n = num_vertices(certificate.graph);
  if (n > most_vertices)
    throw ArgumentError("check_certificate: expected n <= " + std::to_string(most_vertices) +
                        ", got n = " + std::to_string(n));
  return Checker(certificate).run(trials, seed, loosest);
}

} // namespace canon
