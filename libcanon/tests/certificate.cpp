#define BOOST_TEST_MODULE certificate
#include <canon/certificate.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/pipeline.hpp>
#include <canon/random.hpp>

#include <boost/range/iterator_range.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <functional>
#include <map>

using namespace canon;

namespace {

struct UseOneBlasThread {
  UseOneBlasThread() { use_one_blas_thread(); }
};

CanonizeOptions at(Level level) {
  CanonizeOptions options;
  options.level = level;
  return options;
}

Graph labelled_ring(std::size_t n, std::size_t period) {
  Graph g = cycle_graph(n);
  for (Vertex v = 0; v < n; ++v)
    g[v].label = static_cast<std::int64_t>(v % period == 0 ? 7 : 6);
  for (auto e : boost::make_iterator_range(edges(g)))
    g[e].label = static_cast<std::int64_t>(1 + source(e, g) % 2);
  return g;
}

std::map<std::string, Graph> cases() {
  Rng rng = trial_rng(4, 0);
  Graph weighted = with_random_weights(cycle_graph(9), 0.5, 2.0, rng);
  return {{"petersen", petersen_graph()},
          {"rook 4x4", rook_graph(4, 4)},
          {"shrikhande", shrikhande_graph()},
          {"hypercube", hypercube_graph(4)},
          {"icosahedron", icosahedron_graph()},
          {"cycle 12", cycle_graph(12)},
          {"path 9", path_graph(9)},
          {"star", star_graph(6)},
          {"tree", random_tree(17, rng)},
          {"erdos-renyi", erdos_renyi(20, 0.3, rng)},
          {"sparse erdos-renyi", erdos_renyi(24, 0.06, rng)},
          {"labelled ring", labelled_ring(12, 4)},
          {"weighted", weighted},
          {"weighted tree", with_random_weights(random_tree(12, rng), -1.0, 1.0, rng)},
          {"two cycles", disjoint_union(cycle_graph(6), cycle_graph(6))},
          {"cycle and path", disjoint_union(cycle_graph(5), path_graph(4))},
          {"no edges", make_graph(5, {})},
          {"loops", make_graph(3, {{0, 0, 2.0}, {0, 1}, {1, 2}, {2, 2, 1.0}})},
          {"one vertex", path_graph(1)},
          {"empty", make_graph(0, {})}};
}

std::string first_failure(const Certificate& c) {
  const CertificateCheck check = check_certificate(c, 3, 11);
  return check.holds() ? "" : check.failures.front();
}

/// Whether one of the failures holds the text.
bool fails_with(const Certificate& c, const std::string& text) {
  const CertificateCheck check = check_certificate(c, 3, 11);
  for (const std::string& failure : check.failures) {
    BOOST_TEST(failure.find('\n') == std::string::npos);
    if (failure.find(text) != std::string::npos) return true;
  }
  BOOST_TEST_MESSAGE("wanted '" << text << "', got " << check.failures.size()
                                << " failures: " << (check.holds() ? "" : check.failures.front()));
  return false;
}

SpaceCertificate& some(Certificate& c, const std::function<bool(const SpaceCertificate&)>& wanted) {
  for (SpaceCertificate& space : c.spaces)
    if (wanted(space)) return space;
  throw ArgumentError("no such space");
}

bool equivariant(const SpaceCertificate& space) {
  return space.guarantee == Guarantee::equivariant;
}
bool moved(const SpaceCertificate& space) {
  return space.witness.has_value();
}

/// A graph that has spaces of both guarantees.
Certificate mixed() {
  return certify(disjoint_union(star_graph(4), path_graph(4)), GraphOperator::laplacian,
                 at(Level::label));
}

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(UseOneBlasThread);

BOOST_AUTO_TEST_CASE(certificates_of_all_families_hold_at_every_level) {
  for (const auto& [name, graph] : cases())
    for (const Level level : values<Level>())
      for (const GraphOperator op : {GraphOperator::laplacian, GraphOperator::adjacency}) {
        const Certificate c = certify(graph, op, at(level));
        BOOST_TEST_CONTEXT(name << ", " << canon::name(level) << ", " << canon::name(op))
        BOOST_TEST(first_failure(c) == "");
        std::size_t columns = 0;
        for (const SpaceCertificate& space : c.spaces) {
          columns += space.dimension;
          if (level == Level::label) BOOST_TEST((space.guarantee != Guarantee::none));
          // The equivariant limit is reached: what is left, an automorphism moves.
          if (level >= Level::orbit && !equivariant(space))
            BOOST_TEST((space.reason == Reason::symmetry));
        }
        BOOST_TEST(columns == num_vertices(graph));
      }
}

BOOST_AUTO_TEST_CASE(every_operator_is_written_down_alike_by_the_checker) {
  Rng rng = trial_rng(5, 0);
  const Graph positive =
      disjoint_union(with_random_weights(erdos_renyi(9, 0.4, rng), 0.5, 2.0, rng),
                     make_graph(3, {{0, 0, 2.0}, {0, 1}}));
  for (const GraphOperator op : values<GraphOperator>())
    for (const Level level : {Level::map, Level::label}) {
      BOOST_TEST_CONTEXT(canon::name(op))
      BOOST_TEST(first_failure(certify(positive, op, at(level))) == "");
    }
}

BOOST_AUTO_TEST_CASE(leading_columns_only) {
  const Certificate c = certify(petersen_graph(), GraphOperator::laplacian, at(Level::label), 3);
  BOOST_TEST(c.spaces.size() == 2U); // 1 + 5: the space that holds the third column is whole
  BOOST_TEST(first_failure(c) == "");
}

BOOST_AUTO_TEST_CASE(the_two_strongly_regular_graphs_of_16_vertices) {
  const Certificate rook = certify(rook_graph(4, 4), GraphOperator::adjacency, at(Level::label));
  const Certificate other = certify(shrikhande_graph(), GraphOperator::adjacency, at(Level::label));
  BOOST_TEST(first_failure(rook) == "");
  BOOST_TEST(first_failure(other) == "");
  BOOST_TEST(rook.spaces.size() == other.spaces.size());
  for (const Certificate* c : {&rook, &other})
    for (std::size_t s = 1; s < c->spaces.size(); ++s) {
      BOOST_TEST((c->spaces[s].guarantee == Guarantee::up_to_automorphism));
      BOOST_TEST(c->spaces[s].witness.has_value());
    }
  // One graph under the other's bases is found out.
  Certificate swapped = rook;
  swapped.graph = other.graph;
  BOOST_TEST(fails_with(swapped, "is no eigenvector"));
}

BOOST_AUTO_TEST_CASE(a_flipped_sign_does_not_agree_with_copies) {
  Rng rng = trial_rng(6, 0);
  Certificate c = certify(erdos_renyi(12, 0.4, rng), GraphOperator::laplacian, at(Level::map));
  SpaceCertificate& space = some(c, equivariant);
  space.basis.col(0) *= -1.0;
  BOOST_TEST(fails_with(c, "relabelled copies do not agree, "));
  Certificate m = mixed();
  some(m, moved).basis.col(0) *= -1.0;
  BOOST_TEST(fails_with(m, "relabelled copies do not agree, "));
}

BOOST_AUTO_TEST_CASE(a_rotated_basis) {
  Certificate c = certify(petersen_graph(), GraphOperator::laplacian, at(Level::label));
  arma::mat& basis = c.spaces[1].basis;
  const arma::vec a = basis.col(0), b = basis.col(1);
  basis.col(0) = 0.6 * a + 0.8 * b;
  basis.col(1) = -0.8 * a + 0.6 * b;
  const CertificateCheck check = check_certificate(c, 3, 1);
  BOOST_TEST(check.of(Check::eigenvectors).failed == 0U);
  BOOST_TEST(check.of(Check::orthonormality).failed == 0U);
  BOOST_TEST(check.of(Check::relabelling).failed == 3U);
}

BOOST_AUTO_TEST_CASE(a_basis_that_is_not_orthonormal) {
  Certificate c = mixed();
  c.spaces[0].basis *= 1.001;
  BOOST_TEST(fails_with(c, "not orthonormal, 0.002"));
  c = mixed();
  c.spaces[1] = c.spaces[0];
  BOOST_TEST(fails_with(c, "not orthogonal to space 0, 1 > 1e-08"));
}

BOOST_AUTO_TEST_CASE(an_eigenvalue_off_by_a_millionth) {
  Certificate c = mixed();
  c.spaces[1].eigenvalue += 1e-6;
  BOOST_TEST(fails_with(c, "is no eigenvector, residual 1e-06 > "));
  BOOST_TEST(fails_with(c, "not the next eigenvalue in order of frequency, off by 1e-06 > "));
}

BOOST_AUTO_TEST_CASE(a_false_witness) {
  Certificate c = certify(path_graph(6), GraphOperator::laplacian, at(Level::label));
  SpaceCertificate& space = some(c, moved);
  std::swap((*space.witness)[0], (*space.witness)[1]);
  BOOST_TEST(fails_with(c, "the witness is no automorphism"));
  *space.witness = {0, 1, 2, 3, 4, 5};
  BOOST_TEST(fails_with(c, "the witness moves nothing, 0 <= 1e-06"));
  *space.witness = {0, 0, 0, 0, 0, 0};
  BOOST_TEST(fails_with(c, "the witness is no automorphism"));
  *space.witness = {0, 1, 2, 3, 4, 99};
  BOOST_TEST(fails_with(c, "the witness is no automorphism"));
  space.witness = VertexMap{};
  BOOST_TEST(fails_with(c, "the witness is no automorphism"));
  space.witness.reset();
  BOOST_TEST(fails_with(c, "a witness is given exactly where the reason is symmetry"));
}

BOOST_AUTO_TEST_CASE(a_column_or_a_space_taken_away) {
  Certificate c = certify(petersen_graph(), GraphOperator::laplacian, at(Level::label));
  c.spaces[1].basis.shed_col(2);
  BOOST_TEST(fails_with(c, "the basis must have n rows"));
  c.spaces[1].dimension = 4;
  BOOST_TEST(fails_with(c, "holds 4 of 5 eigenvectors of its eigenvalue"));
  c = certify(petersen_graph(), GraphOperator::laplacian, at(Level::label));
  c.spaces.erase(c.spaces.begin() + 1);
  BOOST_TEST(fails_with(c, "not the next eigenvalue in order of frequency"));
}

BOOST_AUTO_TEST_CASE(a_wrong_label_and_an_edge_removed) {
  Certificate c = certify(labelled_ring(12, 4), GraphOperator::laplacian, at(Level::label));
  BOOST_TEST(first_failure(c) == "");
  Certificate relabelled = c;
  relabelled.graph[0].label = 8;
  BOOST_TEST(fails_with(relabelled, "the witness is no automorphism"));
  BOOST_TEST(fails_with(relabelled, "relabelled copies do not agree"));
  // Without labels it does not matter.
  CanonizeOptions unlabelled = at(Level::label);
  unlabelled.labels = false;
  Certificate u = certify(labelled_ring(12, 4), GraphOperator::laplacian, unlabelled);
  BOOST_TEST(first_failure(u) == "");
  u.graph[0].label = 8;
  BOOST_TEST(first_failure(u) == "");
  remove_edge(0, 1, c.graph);
  BOOST_TEST(fails_with(c, "is no eigenvector"));
}

BOOST_AUTO_TEST_CASE(tolerances_that_prove_nothing) {
  // Every basis a little off, and tolerances to match.
  const auto forged = [](Tolerance tolerance) {
    Certificate c = mixed();
    c.spaces[0].basis *= 1.0 + 1e-4;
    c.options.tolerance = tolerance;
    return c;
  };
  BOOST_TEST(fails_with(forged({}), "not orthonormal"));
  const Certificate wide = forged({0.02, 0.5, 0.5});
  BOOST_TEST(fails_with(wide, "certificate: tolerance eigenvalue is too loose to prove anything, "
                              "0.02 > 1e-08"));
  BOOST_TEST(fails_with(wide, "tolerance zero is too loose to prove anything, 0.5 > 1e-05"));
  const CertificateCheck check = check_certificate(wide);
  BOOST_TEST(check.of(Check::statement).failed == 3U);
  BOOST_TEST(check.of(Check::eigenvectors).passed == 0U); // by such tolerances nothing passes
  BOOST_TEST(check_certificate(forged({1e-8, 1e-3, 1e-5}), 0, 0, {1.0, 1.0, 1.0}).holds());
  // Ten times the defaults are believed.
  CanonizeOptions options = at(Level::label);
  options.tolerance = loosest_tolerance;
  BOOST_TEST(first_failure(certify(petersen_graph(), GraphOperator::laplacian, options)) == "");
  options.tolerance.length = 1.1e-7;
  BOOST_TEST(fails_with(certify(petersen_graph(), GraphOperator::laplacian, options),
                        "tolerance length is too loose to prove anything, 1.1e-07 > 1e-07"));
}

BOOST_AUTO_TEST_CASE(a_claim_too_strong_or_too_weak) {
  // An equivariant basis where an automorphism moves it.
  Certificate c = certify(path_graph(6), GraphOperator::laplacian, at(Level::label));
  SpaceCertificate& space = some(c, moved);
  space.level = Level::orbit;
  space.guarantee = Guarantee::equivariant;
  space.reason = Reason::none;
  space.witness.reset();
  BOOST_TEST(fails_with(c, "an automorphism moves the basis, which the certificate denies, by "));
  BOOST_TEST(fails_with(c, "relabelled copies do not agree: verdict unique at level label"));
  // A level that the options do not allow, a warning that is hidden.
  c = mixed();
  c.options.level = Level::map;
  BOOST_TEST(fails_with(c, "the level is above the one of the options"));
  c = mixed();
  c.spaces[0].margin = 2.0;
  BOOST_TEST(fails_with(c, "the warning does not fit the margin"));
}

BOOST_AUTO_TEST_CASE(why_a_weak_level_left_a_space) {
  const Certificate none = certify(path_graph(5), GraphOperator::laplacian, at(Level::none));
  BOOST_TEST((none.spaces[0].reason == Reason::stronger_level)); // the constant vector
  BOOST_TEST((none.spaces[1].reason == Reason::symmetry));       // the reflection negates it
  BOOST_TEST(first_failure(none) == "");
  Certificate lie = none;
  lie.spaces[1].reason = Reason::stronger_level;
  lie.spaces[1].witness.reset();
  BOOST_TEST(fails_with(lie, "an automorphism moves the basis, which the certificate denies, by "));
}

BOOST_AUTO_TEST_CASE(a_search_that_gave_up_says_so) {
  CanonizeOptions options = at(Level::label);
  options.max_nodes = 2;
  const Certificate c = certify(shrikhande_graph(), GraphOperator::laplacian, options);
  BOOST_TEST(c.gave_up);
  BOOST_TEST(c.nodes == 2U);
  BOOST_TEST(!c.labelling.has_value());
  BOOST_TEST((c.spaces[1].verdict == Verdict::gave_up));
  BOOST_TEST((c.spaces[1].reason == Reason::gave_up));
  const CertificateCheck check = check_certificate(c);
  BOOST_TEST(check.holds());
  BOOST_TEST(check.of(Check::equivariance).skipped == 1U); // the constant vector
  Certificate lie = c;
  lie.options.max_nodes = 100'000;
  BOOST_TEST(fails_with(lie, "but it ends after "));
}

BOOST_AUTO_TEST_CASE(numbers_that_are_none_and_operators_that_are_not_defined) {
  Certificate c = mixed();
  c.spaces[0].basis(0, 0) = std::nan("");
  BOOST_TEST(fails_with(c, "a number is not finite"));
  c = certify(make_graph(2, {{0, 1, -1.0}}), GraphOperator::laplacian, at(Level::label));
  c.op = GraphOperator::normalised_laplacian;
  BOOST_TEST(fails_with(c, "the operator is not defined"));
}
