// Level::label with the longest axis first: complete, unique up to automorphism, and what it says.
#define BOOST_TEST_MODULE axis_order
#include <canon/certificate.hpp>
#include <canon/encoding.hpp>
#include <canon/generate.hpp>
#include <canon/graph_io.hpp>
#include <canon/pipeline.hpp>
#include <canon/verify.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <filesystem>
#include <map>

using namespace canon;

namespace {

struct UseOneBlasThread {
  UseOneBlasThread() { use_one_blas_thread(); }
};

CanonizeOptions longest_first() {
  CanonizeOptions options;
  options.level = Level::label;
  options.axis_order = AxisOrder::longest;
  return options;
}

std::map<std::string, Graph> symmetric_graphs() {
  Rng rng = trial_rng(7, 0);
  Graph labelled = cycle_graph(12);
  for (Vertex v = 0; v < 12; v += 4)
    labelled[v].label = 5;
  return {{"petersen", petersen_graph()},
          {"rook 4x4", rook_graph(4, 4)},
          {"shrikhande", shrikhande_graph()},
          {"paley 13", paley_graph(13)},
          {"hypercube 4", hypercube_graph(4)},
          {"icosahedron", icosahedron_graph()},
          {"desargues", desargues_graph()},
          {"heawood", heawood_graph()},
          {"cycle 21", cycle_graph(21)},
          {"path 8", path_graph(8)},
          {"grid 3x3", grid_graph(3, 3)},
          {"star", star_graph(5)},
          {"K_3,4", complete_bipartite_graph(3, 4)},
          {"tree", random_tree(20, rng)},
          {"labelled ring", labelled},
          {"two cycles", disjoint_union(cycle_graph(6), cycle_graph(6))},
          {"no edges", make_graph(5, {})},
          {"one vertex", path_graph(1)}};
}

void check_claims(const std::string& name, const Graph& graph, std::size_t trials) {
  const ClaimCheck c =
      verify_claims(graph, GraphOperator::lazy_adjacency, longest_first(), trials, 1);
  BOOST_TEST_CONTEXT(name << ", seed 1: " << c.first_broken) {
    BOOST_TEST(c.broken == 0U);
    BOOST_TEST(c.unsettled_vectors == 0U);
    BOOST_TEST(c.worst < 1e-9);
  }
}

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(UseOneBlasThread);

BOOST_AUTO_TEST_CASE(names_read_back) {
  for (AxisOrder order : values<AxisOrder>())
    BOOST_TEST((parse<AxisOrder>(name(order)) == order));
  BOOST_TEST(!parse<AxisOrder>("shortest"));
}

BOOST_AUTO_TEST_CASE(a_star_by_hand) {
  const Graph star = star_graph(3);
  Spectrum s = solve_spectrum(star, GraphOperator::lazy_adjacency);
  rotate_spaces(s, 3);
  const Canonization c = canonize(s, star, longest_first());
  // The space of the eigenvalue 1: the leaves' differences. Every leaf's axis has length
  // sqrt(2/3); once one is taken, the two others are left with 1/sqrt(2).
  BOOST_REQUIRE(s.spaces.size() == 3U);
  BOOST_REQUIRE(s.spaces[1].dimension == 2U);
  BOOST_TEST((c.outcomes[1].level == Level::label));
  BOOST_REQUIRE(c.symmetry);
  std::vector<Vertex> leaves = {1, 2, 3};
  std::sort(leaves.begin(), leaves.end(), [&](Vertex a, Vertex b) {
    return c.symmetry->labelling[a] < c.symmetry->labelling[b];
  });
  const double expected[2][3] = {{std::sqrt(2.0 / 3), -1 / std::sqrt(6.0), -1 / std::sqrt(6.0)},
                                 {0.0, 1 / std::sqrt(2.0), -1 / std::sqrt(2.0)}};
  for (std::size_t j = 0; j < 2; ++j) {
    for (std::size_t i = 0; i < 3; ++i)
      BOOST_TEST(std::abs(s.vectors(leaves[i], 1 + j) - expected[j][i]) < 1e-12);
    BOOST_TEST(std::abs(s.vectors(0, 1 + j)) < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(every_column_belongs_to_the_longest_axis_that_was_left) {
  for (const auto& [name, graph] : symmetric_graphs())
    BOOST_TEST_CONTEXT(name) {
      Spectrum s = solve_spectrum(graph, GraphOperator::lazy_adjacency);
      const Canonization c = canonize(s, graph, longest_first());
      BOOST_TEST(orthonormality_error(s.vectors) < 1e-12);
      BOOST_TEST(residual(s, dense_operator(graph, GraphOperator::lazy_adjacency)) < 1e-12);
      for (std::size_t i = 0; i < s.spaces.size(); ++i) {
        if (c.outcomes[i].level != Level::label) continue;
        const Eigenspace& space = s.spaces[i];
        arma::vec left = arma::sum(
            arma::square(s.vectors.cols(space.first, space.first + space.dimension - 1)), 1);
        for (std::size_t j = space.first; j < space.first + space.dimension; ++j) {
          // The taken axis leaves no rest, so that the largest entry is the length itself.
          BOOST_TEST(std::abs(s.vectors.col(j).max() - std::sqrt(left.max())) < 1e-9);
          left -= arma::square(s.vectors.col(j));
        }
      }
    }
}

BOOST_AUTO_TEST_CASE(claims_hold_on_symmetric_graphs) {
  for (const auto& [name, graph] : symmetric_graphs())
    check_claims(name, graph, 20);
}

BOOST_AUTO_TEST_CASE(claims_hold_on_molecules) {
  for (const char* name : {"zinc12k", "ogbg_molesol"}) {
    const std::filesystem::path folder = std::filesystem::path(CANON_TEST_DATA) / name;
    if (!std::filesystem::exists(folder)) {
      BOOST_TEST_MESSAGE("skipped: no " << folder
                                        << " (reference data lie beside a checkout only)");
      continue;
    }
    const auto reader = open_graphs(folder);
    GraphRecord record;
    for (std::size_t i = 0; i < 300 && reader->next(record); ++i)
      check_claims(name + (" " + std::to_string(i)), record.graph, 5);
  }
}

BOOST_AUTO_TEST_CASE(what_earlier_levels_settle_is_left_alone) {
  for (const auto& [name, graph] : symmetric_graphs())
    BOOST_TEST_CONTEXT(name) {
      CanonizeOptions by_label = longest_first();
      by_label.axis_order = AxisOrder::label;
      Spectrum a = solve_spectrum(graph, GraphOperator::lazy_adjacency), b = a;
      const Canonization ca = canonize(a, graph, longest_first()),
                         cb = canonize(b, graph, by_label);
      for (std::size_t i = 0; i < a.spaces.size(); ++i) {
        BOOST_TEST((ca.outcomes[i].level == cb.outcomes[i].level));
        if (ca.outcomes[i].guarantee() != Guarantee::equivariant) continue;
        const auto last = a.spaces[i].first + a.spaces[i].dimension - 1;
        BOOST_TEST(arma::abs(a.vectors.cols(a.spaces[i].first, last) -
                             b.vectors.cols(a.spaces[i].first, last))
                       .max() == 0.0);
      }
    }
}

BOOST_AUTO_TEST_CASE(certificates_hold_and_record_the_order) {
  for (const auto& [name, graph] : symmetric_graphs())
    BOOST_TEST_CONTEXT(name) {
      Certificate c = certify(graph, GraphOperator::lazy_adjacency, longest_first());
      BOOST_TEST((c.options.axis_order == AxisOrder::longest));
      const CertificateCheck check = check_certificate(c, 3, 2);
      BOOST_TEST(check.holds(), (check.holds() ? "" : check.failures.front()));
    }
  // Under the other order the same bases are not what the copies get: the check can fail.
  Certificate c = certify(disjoint_union(path_graph(3), path_graph(5)),
                          GraphOperator::lazy_adjacency, longest_first());
  c.options.axis_order = AxisOrder::label;
  BOOST_TEST(!check_certificate(c, 3, 2).holds());
}
