// What each level leaves and what it costs, as the two tables of docs/levels.md.
// Run: build/bin/bench_levels [families|molecules|time]...   (all three if none is named)
#include <canon/canonize.hpp>
#include <canon/generate.hpp>
#include <canon/graph_io.hpp>
#include <canon/pipeline.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>

namespace {

using canon::Graph;
using canon::Level;

/// A column of the tables.
struct Way {
  const char* name;
  Level level;
  canon::AxisRule rule = canon::AxisRule::length;
};
constexpr std::array<Way, 6> ways = {{{"map", Level::map},
                                      {"oap", Level::map, canon::AxisRule::row_hash},
                                      {"search", Level::search},
                                      {"joint", Level::joint},
                                      {"orbit", Level::orbit},
                                      {"label", Level::label}}};
constexpr auto op = canon::GraphOperator::lazy_adjacency;
constexpr std::array molecule_sets = {"zinc12k",      "ogbg_molesol",  "ogbg_molfreesolv",
                                      "ogbg_mollipo", "ogbg_moltox21", "ogbg_moltoxcast"};

void print_header(const char* first, const char* more) {
  std::printf("| %s | %s |", first, more);
  for (const Way& way : ways)
    std::printf(" %s |", way.name);
  std::printf("\n|---|--:|");
  for (std::size_t i = 0; i < ways.size(); ++i)
    std::printf("--:|");
  std::printf("\n");
}

/// Eigenvectors, and how many of them each level leaves without a canonical basis.
struct Left {
  std::size_t vectors = 0;
  std::array<std::size_t, ways.size()> left{};

  void join(const Left& other) {
    vectors += other.vectors;
    for (std::size_t i = 0; i < left.size(); ++i)
      left[i] += other.left[i];
  }
};

Left count(const Graph& graph, bool labels) {
  const canon::Spectrum solved = canon::solve_spectrum(graph, op, {.solver = canon::Solver::dense});
  Left result;
  result.vectors = solved.vectors.n_cols;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    canon::Spectrum s = solved;
    const canon::Canonization done = canon::canonize(
        s, graph, {.level = ways[i].level, .axis_rule = ways[i].rule, .labels = labels});
    for (std::size_t j = 0; j < done.outcomes.size(); ++j)
      if (done.outcomes[j].verdict != canon::Verdict::unique)
        result.left[i] += s.spaces[j].dimension;
  }
  return result;
}

void print_row(const std::string& name, const Left& row) {
  std::printf("| %s | %zu |", name.c_str(), row.vectors);
  for (const std::size_t left : row.left)
    std::printf(" %.2f |", 100.0 * static_cast<double>(left) / static_cast<double>(row.vectors));
  std::printf("\n");
  std::fflush(stdout);
}

using Source = std::function<bool(Graph&)>;

Left count_all(const Source& source, bool labels) {
  Left total;
  canon::ordered_pipeline<Graph, Left>(
      std::max(1U, std::thread::hardware_concurrency()), source,
      [&](Graph& graph, std::size_t) { return count(graph, labels); },
      [&](const Left& one, std::size_t) { total.join(one); });
  return total;
}

void print_family(const std::string& name, std::size_t graphs,
                  const std::function<Graph(std::size_t)>& make) {
  std::size_t i = 0;
  print_row(name, count_all(
                      [&](Graph& graph) {
                        if (i == graphs) return false;
                        graph = make(i++);
                        return true;
                      },
                      false));
}

/// A seeded random family: `draw` gets a generator of its own for every graph.
std::function<Graph(std::size_t)> drawn(std::uint64_t seed,
                                        const std::function<Graph(canon::Rng&)>& draw) {
  return [=](std::size_t i) {
    canon::Rng rng = canon::trial_rng(seed, i);
    return draw(rng);
  };
}

void print_families() {
  using namespace canon;
  print_header("family", "vectors");
  std::vector<Graph> small;
  for (std::size_t n = 3; n <= 7; ++n)
    for (const Graph& graph : connected_graphs(n))
      small.push_back(graph);
  print_family("all " + std::to_string(small.size()) + " connected graphs of 3-7 vertices",
               small.size(), [&](std::size_t i) { return small[i]; });
  print_family("1000 Erdős–Rényi n=20 p=.3", 1000,
               drawn(1, [](Rng& rng) { return erdos_renyi(20, 0.3, rng); }));
  print_family("1000 random 3-regular n=20", 1000,
               drawn(2, [](Rng& rng) { return random_regular(20, 3, rng); }));
  print_family("cycles 3-40", 38, [](std::size_t i) { return cycle_graph(3 + i); });
  print_family("paths 3-40", 38, [](std::size_t i) { return path_graph(3 + i); });
  print_family("grids 2-7 × 2-7", 36,
               [](std::size_t i) { return grid_graph(2 + i / 6, 2 + i % 6); });
  print_family("K_a,b, a, b ≤ 8", 64,
               [](std::size_t i) { return complete_bipartite_graph(1 + i / 8, 1 + i % 8); });
  print_family("hypercubes Q2-Q6", 5, [](std::size_t i) { return hypercube_graph(2 + i); });
  const std::vector<Graph> regular = {petersen_graph(), paley_graph(13), paley_graph(17),
                                      rook_graph(4, 4), shrikhande_graph()};
  print_family("strongly regular (Petersen, Paley 13 and 17, rook 4×4, Shrikhande)", regular.size(),
               [&](std::size_t i) { return regular[i]; });
  print_family("1000 random trees n=20", 1000,
               drawn(3, [](Rng& rng) { return random_tree(20, rng); }));
}

/// Where a data set lies; nothing, and a word about it, where it is absent.
std::optional<std::filesystem::path> folder_of(const char* set) {
  const std::filesystem::path folder = std::filesystem::path(CANON_TEST_DATA) / set;
  if (std::filesystem::exists(folder)) return folder;
  std::printf("(%s skipped: no folder %s; CANON_TEST_DATA of CMake names where it would be)\n", set,
              folder.c_str());
  return std::nullopt;
}

void print_molecules() {
  print_header("molecules", "vectors");
  for (const char* set : molecule_sets) {
    const auto folder = folder_of(set);
    if (!folder) continue;
    for (const bool labels : {false, true}) {
      const auto reader = canon::open_graphs(*folder);
      std::size_t graphs = 0;
      const Left row = count_all(
          [&](Graph& graph) {
            canon::GraphRecord record;
            if (!reader->next(record)) return false;
            ++graphs;
            graph = std::move(record.graph);
            return true;
          },
          labels);
      print_row(std::string(set) + " (" + std::to_string(graphs) + "), " +
                    (labels ? "atoms and bonds" : "bare graph"),
                row);
    }
  }
}

double seconds(const std::function<void()>& job) {
  const auto start = std::chrono::steady_clock::now();
  job();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// For every graph and level the shortest of some repetitions, summed over the graphs: what else
/// the machine does meanwhile falls out.
void print_times(const std::string& name, const std::vector<Graph>& graphs) {
  constexpr int repetitions = 5;
  double solving = 0.0;
  std::array<double, ways.size()> canonizing{};
  for (const Graph& graph : graphs) {
    const arma::mat matrix = canon::dense_operator(graph, op);
    double solved = std::numeric_limits<double>::infinity();
    std::array<double, ways.size()> spent;
    spent.fill(solved);
    for (int r = 0; r < repetitions; ++r) {
      arma::vec values;
      arma::mat vectors;
      solved = std::min(solved, seconds([&] { arma::eig_sym(values, vectors, matrix, "dc"); }));
      for (std::size_t i = 0; i < ways.size(); ++i) {
        canon::Spectrum s = canon::solve_spectrum(
            matrix, canon::EigenvalueOrder::descending); // all levels find the same caches
        spent[i] = std::min(spent[i], seconds([&] {
                              static_cast<void>(canon::canonize(
                                  s, graph, {.level = ways[i].level, .axis_rule = ways[i].rule}));
                            }));
      }
    }
    solving += solved;
    for (std::size_t i = 0; i < ways.size(); ++i)
      canonizing[i] += spent[i];
  }
  std::printf("| %s | %.3g |", name.c_str(), 1e3 * solving / static_cast<double>(graphs.size()));
  for (const double spent : canonizing)
    std::printf(" %.3f |", spent / solving);
  std::printf("\n");
  std::fflush(stdout);
}

void print_all_times() {
  print_header("graphs", "eigensolve ms");
  for (const char* set : {"zinc12k", "ogbg_molesol"}) {
    const auto folder = folder_of(set);
    if (!folder) continue;
    std::vector<Graph> graphs;
    const auto reader = canon::open_graphs(*folder);
    for (canon::GraphRecord record; reader->next(record);)
      graphs.push_back(record.graph);
    print_times(std::string(set) + ", atoms and bonds", graphs);
  }
  std::vector<Graph> random;
  for (std::size_t i = 0; i < 3; ++i) {
    canon::Rng rng = canon::trial_rng(1, i);
    random.push_back(canon::erdos_renyi(500, 0.05, rng));
  }
  print_times("Erdős–Rényi n=500 p=.05", random);
}

} // namespace

int main(int argc, char** argv) {
  const auto wanted = [&](const char* part) {
    return argc < 2 ||
           std::any_of(argv + 1, argv + argc, [&](char* a) { return !std::strcmp(a, part); });
  };
  canon::use_one_blas_thread();
  if (wanted("families") || wanted("molecules"))
    std::printf("Percentage of the eigenvectors that a level leaves, whole spectrum of %s:\n\n",
                std::string(canon::name(op)).c_str());
  if (wanted("families")) print_families();
  if (wanted("families")) std::printf("\n");
  if (wanted("molecules")) print_molecules();
  if (wanted("molecules")) std::printf("\n");
  if (wanted("time")) {
    std::printf(
        "Time of a level for the whole spectrum over that of LAPACK's eigensolve (one thread, "
        "shortest of 5):\n\n");
    print_all_times();
  }
}
