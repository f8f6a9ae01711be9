// The eigensolver in lanes against LAPACK on everything there is: small graphs, named families,
// random weighted matrices, molecules. Prints the worst values:
//     build/bin/test_batched_accuracy --log_level=message
#define BOOST_TEST_MODULE batched_accuracy
#include "spectrum_checks.hpp"

#include <canon/blas.hpp>
#include <canon/generate.hpp>
#include <canon/graph_io.hpp>
#include <canon/random_matrix.hpp>

#include <boost/test/unit_test.hpp>

#include <filesystem>

using namespace canon;

namespace {

constexpr GraphOperator op = GraphOperator::lazy_adjacency;

SpectrumOptions in_lanes(std::size_t lanes) {
  use_one_blas_thread();
  SpectrumOptions options;
  options.solver = Solver::batched;
  options.lanes = lanes;
  return options;
}

void check(const std::string& what, std::size_t lanes, const checks::SpectrumErrors& errors,
           const BatchCounts& counts) {
  BOOST_TEST_MESSAGE(what << ", " << lanes << " lanes, " << counts.fallbacks
                          << " not converged: " << errors);
  constexpr double worst = 1e-13;
  BOOST_TEST(errors.residual <= worst);
  BOOST_TEST(errors.orthonormality <= worst);
  BOOST_TEST(errors.eigenvalues <= worst);
  BOOST_TEST(errors.conditioned <= worst);
  BOOST_TEST(errors.cut_differently == 0);
  BOOST_TEST(counts.fallbacks == 0);
}

/// Adds a batch of graphs.
void measure(std::span<const Graph> graphs, GraphOperator which, std::size_t lanes,
             checks::SpectrumErrors& errors, BatchCounts& counts) {
  const BatchCounts now =
      solve_spectra(graphs, which, in_lanes(lanes), [&](std::size_t i, Spectrum& spectrum) {
        if (spectrum.size() > 0)
          errors.add(spectrum, dense_operator(graphs[i], which), eigenvalue_order(which));
      });
  counts.in_lanes += now.in_lanes;
  counts.fallbacks += now.fallbacks;
}

void check_graphs(const std::string& what, const std::vector<Graph>& graphs) {
  for (const std::size_t lanes : lane_widths()) {
    checks::SpectrumErrors errors;
    BatchCounts counts;
    for (const GraphOperator which : values<GraphOperator>())
      measure(graphs, which, lanes, errors, counts);
    check(what, lanes, errors, counts);
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(the_994_connected_graphs_of_3_to_7_vertices) {
  std::vector<Graph> graphs;
  for (std::size_t n = 3; n <= 7; ++n)
    for (Graph& graph : connected_graphs(n))
      graphs.push_back(std::move(graph));
  BOOST_TEST(graphs.size() == 994);
  check_graphs("small graphs, 6 operators", graphs);
}

BOOST_AUTO_TEST_CASE(named_families) {
  std::vector<Graph> graphs{petersen_graph(),
                            desargues_graph(),
                            dodecahedron_graph(),
                            icosahedron_graph(),
                            heawood_graph(),
                            shrikhande_graph(),
                            rook_graph(4, 4),
                            rook_graph(5, 7),
                            projective_plane_graph(3),
                            Graph(1),
                            Graph(30)};
  for (std::size_t n = 3; n <= 64; ++n)
    for (Graph& graph :
         std::vector{path_graph(n), cycle_graph(n), star_graph(n - 1), complete_graph(n),
                     complete_bipartite_graph(n / 3, n - n / 3), grid_graph(n / 3, 3),
                     disjoint_union(cycle_graph(n), cycle_graph(n))})
      graphs.push_back(std::move(graph));
  for (std::size_t dimension = 1; dimension <= 6; ++dimension)
    graphs.push_back(hypercube_graph(dimension));
  for (const std::size_t q : {5U, 13U, 17U, 29U, 37U, 41U, 53U, 61U})
    graphs.push_back(paley_graph(q));
  const auto [untwisted, twisted] = cfi_pair(complete_graph(4));
  graphs.push_back(untwisted);
  graphs.push_back(twisted);
  check_graphs("named families, 6 operators", graphs);
}

BOOST_AUTO_TEST_CASE(a_hundred_thousand_random_weighted_matrices) {
  constexpr std::size_t total = 100'000, window = 1'000;
  constexpr std::uint64_t seed = 17;
  BOOST_TEST_MESSAGE("seed " << seed);
  const std::vector<std::size_t> widths = lane_widths();
  std::vector<checks::SpectrumErrors> errors(widths.size());
  std::vector<BatchCounts> counts(widths.size());
  for (std::size_t first = 0; first < total; first += window) {
    std::vector<arma::mat> matrices;
    for (std::size_t i = first; i < first + window; ++i) {
      Rng rng = trial_rng(seed, i);
      const std::size_t n = 2 + uniform_below(rng, i % 50 == 0 ? 63 : 31);
      const double density = 0.05 + 0.95 * uniform01(rng);
      matrices.push_back(
          with_random_weights(erdos_renyi_matrix(n, density, rng, true), -1.0, 1.0, rng));
    }
    // The widths take turns: all of them would need three times as long to compare.
    const std::size_t turn = first / window % widths.size();
    const BatchCounts now =
        solve_spectra(std::span(matrices), EigenvalueOrder::ascending, in_lanes(widths[turn]),
                      [&](std::size_t i, Spectrum& spectrum) {
                        errors[turn].add(spectrum, matrices[i], EigenvalueOrder::ascending);
                      });
    counts[turn].fallbacks += now.fallbacks;
  }
  for (std::size_t turn = 0; turn < widths.size(); ++turn)
    check("random weighted matrices", widths[turn], errors[turn], counts[turn]);
}

BOOST_AUTO_TEST_CASE(all_molecules) {
  const std::filesystem::path data = CANON_TEST_DATA;
  for (const char* set : {"zinc12k", "ogbg_molesol", "ogbg_molfreesolv", "ogbg_mollipo",
                          "ogbg_moltox21", "ogbg_moltoxcast", "ogbg_molpcba"}) {
    if (!std::filesystem::exists(data / set)) {
      BOOST_TEST_MESSAGE("skipped: no " << data / set);
      continue;
    }
    const std::vector<std::size_t> widths = lane_widths();
    std::vector<checks::SpectrumErrors> errors(widths.size());
    std::vector<BatchCounts> counts(widths.size());
    const bool large = std::string_view(set) == "ogbg_molpcba"; // 437,929: with one width only
    const auto reader = open_graphs(data / set);
    std::vector<Graph> graphs;
    const auto flush = [&] {
      for (std::size_t w = large ? widths.size() - 1 : 0; w < widths.size(); ++w)
        measure(graphs, op, widths[w], errors[w], counts[w]);
      graphs.clear();
    };
    for (GraphRecord record; reader->next(record);) {
      graphs.push_back(std::move(record.graph));
      if (graphs.size() == 384) flush();
    }
    flush();
    for (std::size_t w = large ? widths.size() - 1 : 0; w < widths.size(); ++w)
      check(set, widths[w], errors[w], counts[w]);
  }
}
