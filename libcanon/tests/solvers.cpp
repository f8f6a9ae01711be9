// The same canonical answer from different eigensolvers: divide and conquer, MRRR, Lanczos.
#define BOOST_TEST_MODULE solvers
#include <canon/encoding.hpp>
#include <canon/generate.hpp>
#include <canon/graph_io.hpp>

#include <boost/test/unit_test.hpp>

#include <filesystem>

using namespace canon;

namespace {

/// Columns that claim to be unique must not depend on the solver; for `label` the canonical
/// labelling is that of one and the same graph, so that the rows can be compared as they are.
void check_same(const std::string& name, const Graph& g, Solver solver, EncodingOptions options) {
  options.solver = Solver::dense;
  const Encoding a = encode(g, options);
  options.solver = solver;
  const Encoding b = encode(g, options);
  BOOST_TEST_CONTEXT(name << ", level " << options.canonize.level) {
    BOOST_REQUIRE((a.settled == b.settled));
    for (std::size_t j = 0; j < options.k - a.padded; ++j)
      if (a.settled[j] != Guarantee::none)
        BOOST_REQUIRE_LT(arma::abs(a.features.col(j) - b.features.col(j)).max(), 1e-7);
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(mrrr_and_divide_and_conquer) {
  std::vector<std::pair<std::string, Graph>> graphs{
      {"petersen", petersen_graph()}, {"rook", rook_graph(4, 4)}, {"cube", hypercube_graph(4)},
      {"star", star_graph(6)},        {"grid", grid_graph(4, 5)}, {"path", path_graph(9)},
      {"one vertex", Graph(1)},       {"no edges", Graph(3)},     {"paley", paley_graph(13)}};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng = trial_rng(1, seed);
    graphs.emplace_back("tree, seed " + std::to_string(seed), random_tree(20, rng));
    graphs.emplace_back("ER, seed " + std::to_string(seed), erdos_renyi(25, 0.2, rng));
  }
  for (const auto& [name, g] : graphs)
    for (Level level : {Level::map, Level::joint, Level::label}) {
      EncodingOptions options;
      options.k = std::max<std::size_t>(1, num_vertices(g));
      options.canonize.level = level;
      check_same(name, g, Solver::mrrr, options);
    }
}

BOOST_AUTO_TEST_CASE(lanczos_and_divide_and_conquer) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Rng rng = trial_rng(2, seed);
    EncodingOptions options;
    options.k = 8;
    for (Level level : {Level::map, Level::label}) {
      options.canonize.level = level;
      check_same("BA", barabasi_albert(400, 3, rng), Solver::lanczos, options);
      check_same("regular", random_regular(300, 4, rng), Solver::lanczos, options);
    }
  }
}

BOOST_AUTO_TEST_CASE(molecules) {
  const std::filesystem::path folder = std::filesystem::path(CANON_TEST_DATA) / "zinc12k";
  if (!std::filesystem::exists(folder)) {
    BOOST_TEST_MESSAGE("skipped: no " << folder << " (reference data lie beside a checkout only)");
    return;
  }
  const auto reader = open_graphs(folder);
  GraphRecord record;
  for (int i = 0; i < 500 && reader->next(record); ++i) {
    EncodingOptions options;
    options.k = num_vertices(record.graph);
    options.canonize.level = Level::label;
    check_same("ZINC " + std::to_string(i), record.graph, Solver::mrrr, options);
  }
}
