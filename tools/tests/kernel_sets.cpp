// Canonical vectors must not depend on the kernels of the BLAS beyond rounding: the same graphs are
// canonized at every level by one process per kernel set (OpenBLAS chooses when it is loaded) and
// compared. Every fifth molecule of zinc12k; CANON_KERNEL_TEST_EVERY=1 takes all 12000.
#define BOOST_TEST_MODULE kernel_sets
#include "program.hpp"

#include <canon/base/blas_kernels.hpp>
#include <canon/blas.hpp>
#include <canon/canonize.hpp>
#include <canon/generate.hpp>
#include <canon/graph_io.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <iostream>

using namespace canon;
namespace ut = boost::unit_test;

namespace {

constexpr Level levels[] = {Level::map, Level::search, Level::joint, Level::orbit, Level::label};
constexpr double allowed_deviation = 1e-9;

struct KernelSet {
  std::string name;
  bool (*executable)(const CpuFeatures& features);
  const char* needs;
};

const std::vector<KernelSet> kernel_sets = {
    {"Prescott", [](const CpuFeatures& f) { return f.sse3; }, "SSE3"},
    {"Sandybridge", [](const CpuFeatures& f) { return f.avx; }, "AVX"},
    {"Haswell", [](const CpuFeatures& f) { return f.avx2; }, "AVX2 and FMA"},
    {"Zen", [](const CpuFeatures& f) { return f.avx2; }, "AVX2 and FMA"},
    {"SkylakeX", [](const CpuFeatures& f) { return f.avx512; }, "AVX-512 F, DQ, BW and VL"},
    {"Cooperlake", [](const CpuFeatures& f) { return f.avx512; }, "AVX-512 F, DQ, BW and VL"},
};

/// Runs another test case of this program in a process of its own under a kernel set.
Ran run_self(const std::string& kernels, const std::string& test, const std::string& arguments) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  return run("OPENBLAS_CORETYPE=" + kernels + " '" + self + "' --run_test=" + test + " -- " +
             arguments);
}

/// Why this machine cannot run `set`; empty if it can.
std::string why_not(const KernelSet& set) {
  if (!set.executable(cpu_features()))
    return std::string("the processor cannot execute it (it needs ") + set.needs + ")";
  if (run_self(set.name, "print_kernels", "").out.find("kernels: " + set.name + "\n") ==
      std::string::npos)
    return blas_library().name + " cannot be told to use it";
  return {};
}

std::vector<std::string> own_arguments() {
  const auto& suite = ut::framework::master_test_suite();
  return {suite.argv + 1, suite.argv + suite.argc};
}

std::size_t every() {
  const char* const given = std::getenv("CANON_KERNEL_TEST_EVERY");
  const long value = given == nullptr ? 5 : std::atol(given);
  BOOST_TEST_REQUIRE(value >= 1, "CANON_KERNEL_TEST_EVERY: expected an integer >= 1");
  return static_cast<std::size_t>(value);
}

/// Trees with a few rings closed and with labels: as sparse and as symmetric as molecules are.
std::vector<Graph> generated_molecules(std::size_t count) {
  std::vector<Graph> graphs;
  for (std::size_t i = 0; i < count; ++i) {
    Rng rng = trial_rng(1, i);
    const std::size_t n = 8 + uniform_below(rng, 25);
    const Graph tree = random_tree(n, rng);
    std::vector<Edge> edges = sorted_edges(tree);
    for (std::size_t v = 0; v + 5 < n && edges.size() < n + 2; v += 7)
      if (!boost::edge(v, v + 5, tree).second) edges.push_back({v, v + 5});
    Graph graph = make_graph(n, edges);
    for (std::size_t v = 0; v < n; ++v)
      graph[v].label = static_cast<std::int64_t>(uniform_below(rng, 3));
    graphs.push_back(std::move(graph));
  }
  return graphs;
}

const std::filesystem::path molecules = std::filesystem::path(CANON_TEST_DATA) / "zinc12k";

template <typename Job>
void for_every_graph(const Job& job) {
  const std::size_t step = every();
  if (!std::filesystem::exists(molecules)) {
    for (const Graph& graph : generated_molecules(12000 / step))
      job(graph);
    return;
  }
  const auto reader = open_graphs(molecules);
  std::size_t index = 0;
  for (GraphRecord record; reader->next(record); ++index)
    if (index % step == 0) job(record.graph);
}

/// What became of one graph at one level: numbers only, so that a file of them needs no format.
struct Spaces {
  std::vector<double> first, dimension, verdict, guarantee, safety;
  std::vector<double> vectors; ///< column by column
  [[nodiscard]] std::array<std::vector<double>*, 6> parts() {
    return {&first, &dimension, &verdict, &guarantee, &safety, &vectors};
  }
};

Spaces canonized(const Graph& graph, Spectrum spectrum, Level level) {
  CanonizeOptions options;
  options.level = level;
  const std::vector<Outcome> outcomes = canonize(spectrum, graph, options).outcomes;
  Spaces result;
  for (std::size_t s = 0; s < outcomes.size(); ++s) {
    result.first.push_back(static_cast<double>(spectrum.spaces[s].first));
    result.dimension.push_back(static_cast<double>(spectrum.spaces[s].dimension));
    result.verdict.push_back(static_cast<double>(outcomes[s].verdict));
    result.guarantee.push_back(static_cast<double>(outcomes[s].guarantee()));
    result.safety.push_back(outcomes[s].margin.safety());
  }
  result.vectors.assign(spectrum.vectors.begin(), spectrum.vectors.end());
  return result;
}

void write(std::ostream& out, Spaces spaces) {
  for (const std::vector<double>* part : spaces.parts()) {
    const std::size_t size = part->size();
    out.write(reinterpret_cast<const char*>(&size), sizeof size);
    out.write(reinterpret_cast<const char*>(part->data()),
              static_cast<std::streamsize>(size * sizeof(double)));
  }
}

bool read(std::istream& in, Spaces& spaces) {
  for (std::vector<double>* part : spaces.parts()) {
    std::size_t size = 0;
    if (!in.read(reinterpret_cast<char*>(&size), sizeof size)) return false;
    part->resize(size);
    in.read(reinterpret_cast<char*>(part->data()),
            static_cast<std::streamsize>(size * sizeof(double)));
  }
  return static_cast<bool>(in);
}

struct Comparison {
  std::size_t columns = 0;   ///< of all graphs
  std::size_t compared = 0;  ///< of them, those settled in both and with margins to be relied on
  std::size_t doubtful = 0;  ///< spaces with a margin below 1 in either
  std::size_t different = 0; ///< spaces judged differently although both margins are 1 or more
  double worst = 0.0;        ///< deviation of a compared column
};

void compare(const Spaces& a, const Spaces& b, Comparison& all) {
  if (a.first != b.first || a.dimension != b.dimension) { // the eigenvalues were cut differently
    ++all.different;
    return;
  }
  const std::size_t spaces = a.first.size();
  const auto columns =
      static_cast<std::size_t>(spaces == 0 ? 0 : a.first.back() + a.dimension.back());
  const std::size_t n = columns == 0 ? 0 : a.vectors.size() / columns;
  all.columns += columns;
  for (std::size_t s = 0; s < spaces; ++s) {
    if (a.safety[s] < 1.0 || b.safety[s] < 1.0) {
      ++all.doubtful;
      continue;
    }
    if (a.verdict[s] != b.verdict[s] || a.guarantee[s] != b.guarantee[s]) {
      ++all.different;
      continue;
    }
    if (a.guarantee[s] == static_cast<double>(Guarantee::none)) continue;
    all.compared += static_cast<std::size_t>(a.dimension[s]);
    const std::size_t begin = n * static_cast<std::size_t>(a.first[s]),
                      end = begin + n * static_cast<std::size_t>(a.dimension[s]);
    for (std::size_t i = begin; i < end; ++i)
      all.worst = std::max(all.worst, std::abs(a.vectors[i] - b.vectors[i]));
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(vectors_and_verdicts_agree_under_all_kernel_sets) {
  std::vector<std::string> names;
  for (const KernelSet& set : kernel_sets) {
    const std::string reason = why_not(set);
    if (reason.empty())
      names.push_back(set.name);
    else
      BOOST_TEST_MESSAGE("skipped: " << set.name << ": " << reason);
  }
  if (names.size() < 2) {
    BOOST_TEST_MESSAGE("skipped: fewer than two kernel sets to compare (" << blas_library().str()
                                                                          << ")");
    return;
  }
  if (!std::filesystem::exists(molecules))
    BOOST_TEST_MESSAGE("no " << molecules << " (reference data lie beside a checkout only): "
                             << "generated graphs instead");
  const Workplace place;
  for (const std::string& name : names) {
    const Ran ran = run_self(name, "write_vectors", place / name);
    BOOST_TEST_REQUIRE(ran.code == 0, name << ": " << ran.out << ran.err);
    if (name == names.front()) continue;
    std::ifstream one(place / names.front(), std::ios::binary),
        other(place / name, std::ios::binary);
    std::array<Comparison, std::size(levels)> results;
    Spaces a, b;
    std::size_t records = 0;
    for (; read(one, a); ++records) {
      BOOST_TEST_REQUIRE(read(other, b));
      compare(a, b, results[records % results.size()]);
    }
    BOOST_TEST(!read(other, b));
    BOOST_TEST(records > 0U);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Comparison& c = results[i];
      BOOST_TEST_MESSAGE(name << " against " << names.front() << ", level " << levels[i] << ": "
                              << records / results.size() << " graphs, " << c.columns
                              << " columns, " << c.compared << " compared, largest deviation "
                              << c.worst << ", " << c.doubtful << " doubtful spaces, "
                              << c.different << " judged differently");
      BOOST_TEST(c.worst <= allowed_deviation);
      BOOST_TEST(c.different == 0U);
      BOOST_TEST(c.compared > 0U);
    }
    std::filesystem::remove(place / name);
  }
}

// What the other processes do.

BOOST_AUTO_TEST_CASE(print_kernels, *ut::disabled()) {
  std::cout << "kernels: " << blas_library().kernels << std::endl;
}

BOOST_AUTO_TEST_CASE(write_vectors, *ut::disabled()) {
  const std::vector<std::string> words = own_arguments();
  BOOST_TEST_REQUIRE(words.size() == 1U);
  use_one_blas_thread();
  std::ofstream out(words.front(), std::ios::binary);
  for_every_graph([&](const Graph& graph) {
    const Spectrum spectrum = canon::solve_spectrum(graph, GraphOperator::lazy_adjacency);
    for (const Level level : levels)
      write(out, canonized(graph, spectrum, level));
  });
  BOOST_TEST(static_cast<bool>(out.flush()));
}

/// For tools/dev: of the sets named by the arguments, or of all, which this machine can run.
BOOST_AUTO_TEST_CASE(print_kernel_sets, *ut::disabled()) {
  std::vector<std::string> names = own_arguments();
  if (names.empty())
    for (const KernelSet& set : kernel_sets)
      names.push_back(set.name);
  for (const std::string& name : names) {
    const auto set = std::find_if(kernel_sets.begin(), kernel_sets.end(),
                                  [&](const KernelSet& s) { return s.name == name; });
    const std::string reason =
        set == kernel_sets.end() ? "it is not among the sets that the tests know" : why_not(*set);
    std::cout << "set: " << name << ": " << (reason.empty() ? "runs" : reason) << std::endl;
  }
}
