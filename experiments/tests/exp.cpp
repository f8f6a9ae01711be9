// The EXP data set: generated, read, written, shuffled, folded; and the published file.
#define BOOST_TEST_MODULE exp
#include "dataset/exp.hpp"

#include "dataset/exp_core.hpp"
#include "dataset/exp_generator.hpp"
#include "dataset/exp_statistics.hpp"

#include <canon/colour_refinement.hpp>
#include <canon/error.hpp>
#include <canon/generate.hpp>
#include <canon/pipeline.hpp>
#include <canon/symmetry.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <unistd.h>

using namespace canon;
using namespace canon::lab;

namespace {

struct UseOneBlasThread {
  UseOneBlasThread() { use_one_blas_thread(); }
};

class TempFile {
public:
  explicit TempFile(const std::string& text = {}) {
    static int count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("canon-lab-exp-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
    std::ofstream(path_) << text;
  }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;
  ~TempFile() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string text() const {
    std::ifstream in(path_);
    return {std::istreambuf_iterator<char>(in), {}};
  }

private:
  std::filesystem::path path_;
};

ExpDataset generated(std::size_t pairs, std::uint64_t seed, std::size_t threads = 1) {
  ExpGeneratorOptions options;
  options.pairs = pairs;
  options.seed = seed;
  return generate_exp(options, threads);
}

bool same(const ExpDataset& a, const ExpDataset& b) {
  return a.labels == b.labels &&
         std::equal(a.graphs.begin(), a.graphs.end(), b.graphs.begin(), b.graphs.end(), same_graph);
}

void refuses(const std::string& text, const std::string& message) {
  const TempFile file(text);
  try {
    (void)read_exp(file.path());
    BOOST_ERROR("no error: " << message);
  } catch (const ParseError& error) {
    BOOST_TEST(std::string(error.what()).find(message) != std::string::npos, error.what());
  }
}

/// The published data, or nothing with a word.
const ExpDataset* published() {
  static const std::filesystem::path path =
      std::filesystem::path(CANON_TEST_DATA) / "exp/GRAPHSAT.txt";
  if (!std::filesystem::exists(path)) {
    BOOST_TEST_MESSAGE("skipped: no " << path << " (reference data lie beside a checkout only)");
    return nullptr;
  }
  static const ExpDataset data = read_exp(path);
  return &data;
}

} // namespace

BOOST_TEST_GLOBAL_FIXTURE(UseOneBlasThread);

BOOST_AUTO_TEST_CASE(colour_refinement_by_hand) {
  // The classical pair: one cycle or two.
  const Graph two = disjoint_union(cycle_graph(3), cycle_graph(3));
  BOOST_TEST(colour_refinement_equal(cycle_graph(6), two));
  BOOST_TEST(!colour_refinement_equal(cycle_graph(6), path_graph(6)));
  BOOST_TEST(!colour_refinement_equal(cycle_graph(6), cycle_graph(5)));
  Graph labelled = cycle_graph(6);
  labelled[0].label = 1;
  BOOST_TEST(!colour_refinement_equal(labelled, two));
}

BOOST_AUTO_TEST_CASE(a_pair_that_fails_is_found) {
  SatSolver solver;
  const ExpPair good = generated(1, 5).pair(0);
  BOOST_TEST(check_pair(good, solver).holds());
  BOOST_TEST(check_pair(good, solver).failure() == "");
  const ExpPairCheck swapped = check_pair({good.unsatisfiable, good.satisfiable}, solver);
  BOOST_TEST(
      (!swapped.labels_right && swapped.colours_agree && swapped.distinct && swapped.planar));
  const ExpPairCheck twin = check_pair({good.satisfiable, good.satisfiable}, solver);
  BOOST_TEST((!twin.distinct && !twin.labels_right && twin.colours_agree));
  const auto core = [](std::size_t length, bool satisfiable) {
    const ExpCore c = exp_core(length, satisfiable);
    return formula_graph(c.formula, c.vertices);
  };
  BOOST_TEST(!check_pair({core(6, true), core(8, false)}, solver).colours_agree);
  const ExpPairCheck none = check_pair({complete_graph(5), complete_graph(5)}, solver);
  BOOST_TEST((!none.encodes && !none.planar));
  BOOST_TEST(none.failure() == "not both are encodings of formulas");
}

BOOST_AUTO_TEST_CASE(generated_pairs_hold_and_differ) {
  for (const std::uint64_t seed : {1, 2})
    BOOST_TEST_CONTEXT("seed " << seed) {
      const ExpDataset data = generated(100, seed, 2);
      BOOST_TEST(data.pairs() == 100U);
      const ExpStatistics s = exp_statistics(data, 2);
      BOOST_TEST(s.failures.size() == 0U, (s.failures.empty() ? "" : s.failures[0]));
      BOOST_TEST(s.planar == 200U);
      BOOST_TEST(s.labels_right == 200U);
      BOOST_TEST(s.colours_agree == 100U);
      BOOST_TEST(s.distinct == 100U);
      BOOST_TEST(s.spectra_differ == 100U);
      std::set<std::size_t> sizes;
      for (std::size_t i = 0; i < data.pairs(); ++i) {
        const ExpPair pair = data.pair(i);
        BOOST_TEST(num_vertices(pair.satisfiable) == num_vertices(pair.unsatisfiable));
        // One formula and one core each; the core is the last component.
        const Graph last = split_components(pair.satisfiable).back().graph;
        sizes.insert(num_vertices(last));
        for (std::size_t j = 0; j < i; ++j)
          BOOST_TEST(!isomorphic(pair.satisfiable, data.graphs[2 * j]));
      }
      BOOST_TEST((sizes == std::set<std::size_t>{16, 24, 32, 40}));
    }
}

BOOST_AUTO_TEST_CASE(seeds_decide_and_threads_do_not) {
  const ExpDataset one = generated(30, 3, 1);
  BOOST_TEST(same(one, generated(30, 3, 3)));
  BOOST_TEST(!same(one, generated(30, 4, 1)));
  const ExpDataset fewer = generated(10, 3, 2);
  for (std::size_t i = 0; i < fewer.size(); ++i)
    BOOST_TEST(same_graph(fewer.graphs[i], one.graphs[i]));
}

BOOST_AUTO_TEST_CASE(a_formula_that_came_before_is_drawn_again) {
  // Tiny formulas collide all the time.
  ExpGeneratorOptions options;
  options.pairs = 20;
  options.core_lengths = {4};
  options.formula.small = options.formula.large = 6;
  const ExpDataset data = generate_exp(options, 2);
  BOOST_TEST(same(data, generate_exp(options, 1)));
  std::size_t fresh = 0; // pairs that are their first draw
  SatSolver solver;
  for (std::size_t i = 0; i < data.pairs(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      BOOST_TEST(!isomorphic(data.graphs[2 * i], data.graphs[2 * j]));
    Rng rng = trial_rng(options.seed, i);
    if (same_graph(random_exp_pair(options, rng, solver).satisfiable, data.graphs[2 * i])) ++fresh;
  }
  BOOST_TEST(fresh < data.pairs());
  BOOST_TEST(fresh > 0U);
  options.pairs = 1000; // there are not that many
  BOOST_CHECK_THROW((void)generate_exp(options, 1), SolverError);
}

BOOST_AUTO_TEST_CASE(options_out_of_their_domain_are_refused) {
  ExpGeneratorOptions options;
  options.core_lengths = {};
  BOOST_CHECK_THROW((void)generate_exp(options, 1), ArgumentError);
  options.core_lengths = {4, 5};
  BOOST_CHECK_THROW((void)generate_exp(options, 1), ArgumentError);
  options = {};
  options.formula.widest = 2;
  BOOST_CHECK_THROW((void)generate_exp(options, 1), ArgumentError);
}

BOOST_AUTO_TEST_CASE(written_and_read_back) {
  const ExpDataset data = generated(5, 6);
  const TempFile file;
  write_exp(data, file.path());
  BOOST_TEST(same(data, read_exp(file.path())));
}

BOOST_AUTO_TEST_CASE(what_is_not_whole_pairs_is_refused) {
  refuses("1\n1 1\n0 0\n", "whole pairs");
  refuses("2\n1 0\n0 0\n1 1\n0 0\n", "graph 0 is not labelled 1");
  refuses("2\n1 1\n0 0\n1 1\n0 0\n", "graph 1 is not labelled 0");
  refuses("2\n1 1\n2 0\n1 0\n0 0\n", "expected the types 0 and 1, got 2 (graph 0, vertex 0)");
  refuses("2\n1 1\n0 0\n", "graph 2 of 2");
  refuses("nonsense\n", "number of graphs");
  BOOST_CHECK_THROW((void)read_exp("/nonexistent/GRAPHSAT.txt"), ReadError);
}

BOOST_AUTO_TEST_CASE(shuffling_renames_and_keeps) {
  const ExpDataset before = generated(5, 7);
  ExpDataset a = before, b = before, c = before;
  shuffle_nodes(a, 1);
  shuffle_nodes(b, 1);
  shuffle_nodes(c, 2);
  BOOST_TEST(same(a, b));
  BOOST_TEST(!same(a, c));
  BOOST_TEST((a.labels == before.labels));
  for (std::size_t i = 0; i < a.size(); ++i) {
    BOOST_TEST(!same_graph(a.graphs[i], before.graphs[i]));
    BOOST_TEST(isomorphic(a.graphs[i], before.graphs[i]));
  }
}

BOOST_AUTO_TEST_CASE(the_published_file_has_our_cores) {
  const ExpDataset* data = published();
  if (data == nullptr) return;
  std::map<std::size_t, std::size_t> lengths;
  for (std::size_t i = 0; i < data->size(); ++i) {
    const Component last = split_components(data->graphs[i]).back();
    const std::size_t n = num_vertices(last.graph);
    BOOST_REQUIRE(n % 4 == 0U);
    const ExpCore core = exp_core(n / 4, data->labels[i] == 1);
    const Graph ours = formula_graph(core.formula, core.vertices);
    BOOST_TEST(isomorphic(last.graph, ours));
    BOOST_TEST(same_graph(last.graph, ours)); // the file's own order of nodes as well
    ++lengths[n / 4];
  }
  BOOST_TEST(
      (lengths == std::map<std::size_t, std::size_t>{{4, 280}, {6, 290}, {8, 314}, {10, 316}}));
}

BOOST_AUTO_TEST_CASE(the_published_file_holds_and_has_its_statistics) {
  const ExpDataset* data = published();
  if (data == nullptr) return;
  const ExpStatistics found = exp_statistics(*data, 2), &told = published_exp_statistics();
  BOOST_TEST(found.failures.size() == 0U, (found.failures.empty() ? "" : found.failures[0]));
  BOOST_TEST(statistics_table({{"", found}}) == statistics_table({{"", told}}));
  BOOST_TEST(found.labels_right == 1200U);
  BOOST_TEST(found.colours_agree == 600U);
  BOOST_TEST(found.distinct == 600U);
  BOOST_TEST(found.planar == 1200U);
  BOOST_TEST(found.vertices == 58442U);
  BOOST_TEST(found.clause_edges == 55424U);
}
