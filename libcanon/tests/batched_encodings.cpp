// Encodings of many graphs: the same to rounding, with the same verdicts, whichever solver and lane
// width computes them; the same bits whatever the batches and the threads are.
//     build/bin/test_batched_encodings --log_level=message      prints the largest deviations
#define BOOST_TEST_MODULE batched_encodings
#include "hard_cases.hpp"

#include <canon/blas.hpp>
#include <canon/encoding.hpp>
#include <canon/graph_io.hpp>
#include <canon/pipeline.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string>

using namespace canon;

namespace {

constexpr double agreed = 1e-10;

struct Choice {
  Solver solver;
  std::size_t lanes;
};

/// All that can compute the spectra of many graphs, but for the reference, Solver::dense.
std::vector<Choice> choices() {
  std::vector<Choice> all{{Solver::mrrr, 0}, {Solver::automatic, 0}};
  for (const std::size_t lanes : lane_widths())
    all.push_back({Solver::batched, lanes});
  return all;
}

EncodingOptions options_for(Level level, std::size_t k) {
  EncodingOptions options;
  options.k = k;
  options.canonize.level = level;
  return options;
}

std::vector<const Graph*> pointers_to(const std::vector<Graph>& graphs) {
  std::vector<const Graph*> pointers;
  for (const Graph& graph : graphs)
    pointers.push_back(&graph);
  return pointers;
}

/// Empty if the data are absent. `most` graphs at the most.
std::vector<Graph> molecules(std::size_t most) {
  const std::filesystem::path folder = std::filesystem::path(CANON_TEST_DATA) / "zinc12k";
  std::vector<Graph> graphs;
  if (!std::filesystem::exists(folder)) {
    BOOST_TEST_MESSAGE("skipped: no " << folder);
    return graphs;
  }
  const auto reader = open_graphs(folder);
  for (GraphRecord record; graphs.size() < most && reader->next(record);)
    graphs.push_back(std::move(record.graph));
  return graphs;
}

/// How two lists of encodings differ.
struct Differences {
  std::size_t verdicts = 0;
  double columns = 0.0; ///< the largest, in columns that are settled

  void add(const Encoding& a, const Encoding& b) {
    const auto same = [](const EncodedSpace& s, const EncodedSpace& t) {
      return s.dimension == t.dimension && s.outcome.verdict == t.outcome.verdict &&
             s.outcome.level == t.outcome.level;
    };
    if (a.settled != b.settled || a.padded != b.padded || a.cut != b.cut ||
        !std::equal(a.spaces.begin(), a.spaces.end(), b.spaces.begin(), b.spaces.end(), same)) {
      ++verdicts;
      return;
    }
    for (std::size_t j = 0; j < a.settled.size() && a.features.n_rows > 0; ++j)
      if (a.settled[j] != Guarantee::none)
        columns = std::max(columns, arma::abs(a.features.col(j) - b.features.col(j)).max());
  }
};

/// Every solver against dsyevd.
void check_solvers(const std::string& what, const std::vector<Graph>& graphs, Level level,
                   std::size_t k) {
  use_one_blas_thread();
  EncodingOptions options = options_for(level, k);
  options.solver = Solver::dense;
  const std::vector<const Graph*> pointers = pointers_to(graphs);
  const std::vector<Encoding> expected = encode(pointers, options);
  for (const auto& [solver, lanes] : choices()) {
    options.solver = solver;
    options.lanes = lanes;
    const std::vector<Encoding> found = encode(pointers, options);
    Differences differences;
    for (std::size_t i = 0; i < graphs.size(); ++i)
      differences.add(found[i], expected[i]);
    const std::string name_of_case = what + ", level " + std::string(name(level)) + ", k " +
                                     std::to_string(k) + ", " + std::string(name(solver)) +
                                     (lanes == 0 ? "" : " with " + std::to_string(lanes)) + ": ";
    BOOST_TEST_MESSAGE(name_of_case << graphs.size() << " graphs, " << differences.verdicts
                                    << " with other verdicts, columns differ by "
                                    << differences.columns);
    BOOST_TEST(differences.verdicts == 0, name_of_case << differences.verdicts);
    BOOST_TEST(differences.columns <= agreed, name_of_case << differences.columns);
  }
}

void append_bytes(std::string& bytes, const void* data, std::size_t size) {
  if (size > 0) bytes.append(static_cast<const char*>(data), size);
}

/// All that a writer sees of the encodings, byte by byte.
std::string bytes_of(const std::vector<Encoding>& encodings) {
  std::string bytes;
  for (const Encoding& e : encodings) {
    append_bytes(bytes, e.features.memptr(), e.features.n_elem * sizeof(double));
    append_bytes(bytes, e.eigenvalues.memptr(), e.eigenvalues.n_elem * sizeof(double));
    append_bytes(bytes, e.settled.data(), e.settled.size() * sizeof(Guarantee));
  }
  return bytes;
}

/// As canon encode does it.
std::string encoded_in_batches(const std::vector<Graph>& graphs, const EncodingOptions& options,
                               std::size_t threads, std::size_t batch) {
  using std::chrono::hours;
  // Batches double from 1 up to their size, however long they last.
  const BatchSize size{batch, hours(1), hours(2)};
  std::vector<Encoding> all;
  std::size_t next = 0;
  ordered_batches<const Graph*, Encoding>(
      threads, size,
      [&](const Graph*& graph) {
        if (next == graphs.size()) return false;
        graph = &graphs[next++];
        return true;
      },
      [&](std::span<const Graph*> some, std::size_t first, std::vector<Encoding>& results) {
        for (Encoding& encoding : encode(some, options, first))
          results.push_back(std::move(encoding));
      },
      [&](Encoding& encoding, std::size_t) { all.push_back(std::move(encoding)); });
  return bytes_of(all);
}

} // namespace

BOOST_AUTO_TEST_CASE(every_solver_encodes_graphs_with_ties_alike) {
  const std::vector<Graph> graphs = hard::graphs_with_ties();
  for (const Level level : {Level::map, Level::search, Level::joint, Level::orbit, Level::label})
    for (const std::size_t k : {3U, 8U})
      check_solvers("graphs with ties", graphs, level, k);
}

BOOST_AUTO_TEST_CASE(every_solver_encodes_molecules_alike) {
  const std::vector<Graph> graphs = molecules(12'000);
  if (graphs.empty()) return;
  for (const Level level : {Level::map, Level::joint, Level::label})
    check_solvers("zinc12k", graphs, level, 8);
}

BOOST_AUTO_TEST_CASE(bits_do_not_depend_on_batches_or_threads) {
  use_one_blas_thread();
  std::vector<Graph> graphs = molecules(1'000);
  for (Graph& graph : hard::graphs_with_ties())
    graphs.push_back(std::move(graph));
  for (const Level level : {Level::none, Level::map, Level::label})
    for (const std::size_t lanes : lane_widths()) {
      EncodingOptions options = options_for(level, 8);
      options.solver = Solver::batched;
      options.lanes = lanes;
      std::vector<Encoding> one_by_one;
      for (const Graph& graph : graphs)
        one_by_one.push_back(encode(graph, options));
      const std::string expected = bytes_of(one_by_one);
      for (const std::size_t threads : {1U, 2U, 3U})
        for (const std::size_t batch : {1U, 7U, 64U, 384U, 5000U})
          BOOST_TEST((encoded_in_batches(graphs, options, threads, batch) == expected),
                     "level " << level << ", lanes " << lanes << ", threads " << threads
                              << ", batches of " << batch);
    }
}
