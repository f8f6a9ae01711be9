// Inputs on which claims once broke, or hung on rounding, while their margins said that they were
// safe. The files are those of a review and lie beside a checkout; without them the test says so.
#define BOOST_TEST_MODULE reported_inputs
#include "io_test.hpp"

#include <canon/canonize.hpp>
#include <canon/pipeline.hpp>
#include <canon/verify.hpp>

using namespace canon;

namespace {

struct UseOneBlasThread {
  UseOneBlasThread() { use_one_blas_thread(); }
};

std::optional<Graph> read(const std::string& name) {
  const std::filesystem::path path = io_test::repro(name);
  if (path.empty()) return std::nullopt;
  ReadOptions options;
  options.loops = ReadOptions::Loops::keep;
  options.negative_weights = true;
  const auto reader = open_graphs(path, {}, options);
  GraphRecord record;
  BOOST_REQUIRE(reader->next(record));
  return record.graph;
}

/// Two copies of one graph whose renaming is not known: verdicts, and the entries of a column as a
/// set, must agree where both margins are at least 1.
void check_copies(const std::string& a, const std::string& b, GraphOperator op) {
  const std::optional<Graph> first = read(a), second = read(b);
  if (!first || !second) return;
  for (Level level : {Level::map, Level::search, Level::joint, Level::orbit, Level::label}) {
    CanonizeOptions options;
    options.level = level;
    Spectrum s = solve_spectrum(*first, op), t = solve_spectrum(*second, op);
    const std::vector<Outcome> x = canonize(s, *first, options).outcomes;
    const std::vector<Outcome> y = canonize(t, *second, options).outcomes;
    BOOST_REQUIRE_EQUAL(x.size(), y.size());
    std::size_t compared = 0;
    BOOST_TEST_CONTEXT(a << " and " << b << ", level " << name(level)) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (std::min(x[i].margin.safety(), y[i].margin.safety()) < 1.0) continue;
        ++compared;
        BOOST_TEST((x[i].verdict == y[i].verdict && x[i].level == y[i].level),
                   "space " << i << " has two verdicts with margins " << x[i].margin.safety()
                            << " and " << y[i].margin.safety());
        if (x[i].verdict != Verdict::unique) continue;
        for (std::size_t j = s.spaces[i].first; j < s.spaces[i].first + s.spaces[i].dimension; ++j)
          BOOST_TEST(arma::abs(arma::sort(s.vectors.col(j)) - arma::sort(t.vectors.col(j))).max() <=
                     claim_deviation);
      }
      BOOST_TEST(2 * compared > x.size());
    }
  }
}

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(UseOneBlasThread);

BOOST_AUTO_TEST_CASE(nearly_degenerate_spaces_do_not_colour_vertices) {
  check_copies("brec616_copy1.g6", "brec616_copy2.g6", GraphOperator::laplacian);
  check_copies("brec624_copy1.g6", "brec624_copy2.g6", GraphOperator::laplacian);
  check_copies("brec_conflict_a.g6", "brec_conflict_b.g6", GraphOperator::laplacian);
}

BOOST_AUTO_TEST_CASE(growth_in_gram_schmidt_shows_in_the_margin) {
  check_copies("margin_gramschmidt_a.el", "margin_gramschmidt_relabelled.el",
               GraphOperator::adjacency);
  const std::optional<Graph> graph = read("margin_gramschmidt_a.el");
  if (!graph) return;
  const ClaimCheck check = verify_claims(*graph, GraphOperator::adjacency, {}, 3, 1);
  BOOST_TEST(check.broken == 0U);
  BOOST_TEST(check.doubtful > 0U);
}

BOOST_AUTO_TEST_CASE(antisymmetric_vectors_of_a_long_path_have_no_sign) {
  const std::optional<Graph> path = read("path4000_natural_order.el");
  if (!path) return;
  SpectrumOptions wanted;
  wanted.k = 12;
  Spectrum s = solve_spectrum(*path, GraphOperator::lazy_adjacency, wanted);
  const std::vector<Outcome> outcomes = canonize(s, *path, {}, 12).outcomes;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (s.spaces[i].dimension > 1 || outcomes[i].margin.safety() < 1.0) continue;
    const arma::vec u = s.vectors.col(s.spaces[i].first);
    const bool antisymmetric = arma::norm(u + arma::reverse(u)) < 1e-3;
    BOOST_TEST((outcomes[i].verdict == Verdict::sign_undetermined) == antisymmetric);
  }
}

BOOST_AUTO_TEST_CASE(a_constant_that_drowns_the_vector_is_refused) {
  const std::optional<Graph> path = read("path6.el");
  if (!path) return;
  Spectrum s = solve_spectrum(*path, GraphOperator::laplacian);
  CanonizeOptions options;
  options.c = 1e12;
  BOOST_CHECK_THROW((void)canonize(s, *path, options), ArgumentError);
  options.c = 1e6;
  for (const Outcome& o : canonize(s, *path, options).outcomes)
    BOOST_TEST((o.margin.safety() < 1.0 || o.verdict != Verdict::unique || o.error < 1e-6));
}
