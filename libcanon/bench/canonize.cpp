// What canonization costs beside the eigensolve, in one run: the ratio is the counter
// "of_eigensolve" (1 = as long as LAPACK). Run: build/bin/bench_canonize
#include <canon/canonize.hpp>
#include <canon/generate.hpp>
#include <canon/graph_io.hpp>
#include <canon/pipeline.hpp>
#include <canon/spectrum.hpp>

#include <benchmark/benchmark.h>

#include <chrono>
#include <filesystem>
#include <functional>

namespace {

using canon::Graph;

double seconds(const std::function<void()>& job) {
  const auto start = std::chrono::steady_clock::now();
  job();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Times LAPACK's own eigensolve and the canonization of its result, alternating, so that a noisy
/// machine disturbs both alike.
void canonize_beside_eigensolve(benchmark::State& state, const std::vector<Graph>& graphs,
                                canon::Level level) {
  canon::use_one_blas_thread();
  canon::CanonizeOptions options;
  options.level = level;
  std::vector<arma::mat> matrices;
  for (const Graph& g : graphs)
    matrices.push_back(canon::dense_operator(g, canon::GraphOperator::lazy_adjacency));
  double solving = 0.0, canonizing = 0.0;
  std::size_t vectors = 0, unsettled = 0;
  for (auto _ : state) {
    double spent = 0.0;
    for (std::size_t g = 0; g < graphs.size(); ++g) {
      const arma::mat& m = matrices[g];
      arma::vec values;
      arma::mat columns;
      solving += seconds([&] { arma::eig_sym(values, columns, m, "dc"); });
      canon::Spectrum s = canon::solve_spectrum(m, canon::EigenvalueOrder::descending);
      std::vector<canon::Outcome> outcomes;
      const double t = seconds([&] { outcomes = canon::canonize(s, graphs[g], options).outcomes; });
      spent += t;
      for (std::size_t i = 0; i < outcomes.size(); ++i) {
        vectors += s.spaces[i].dimension;
        if (outcomes[i].verdict != canon::Verdict::unique) unsettled += s.spaces[i].dimension;
      }
    }
    canonizing += spent;
    state.SetIterationTime(spent);
  }
  const double runs = static_cast<double>(state.iterations() * matrices.size());
  state.counters["of_eigensolve"] = canonizing / solving;
  state.counters["eigensolve_us"] = 1e6 * solving / runs;
  state.counters["canonize_us"] = 1e6 * canonizing / runs;
  state.counters["unsettled_%"] =
      100.0 * static_cast<double>(unsettled) / static_cast<double>(vectors);
}

std::vector<Graph> random_graphs(std::size_t n, double p, std::size_t count) {
  std::vector<Graph> graphs;
  for (std::size_t i = 0; i < count; ++i) {
    canon::Rng rng = canon::trial_rng(1, i);
    graphs.push_back(canon::erdos_renyi(n, p, rng));
  }
  return graphs;
}

std::vector<Graph> molecules(const std::string& folder, std::size_t count) {
  std::vector<Graph> graphs;
  if (!std::filesystem::exists(folder)) return graphs;
  const auto reader = canon::open_graphs(folder);
  canon::GraphRecord record;
  while (graphs.size() < count && reader->next(record))
    graphs.push_back(record.graph);
  return graphs;
}

/// `rounds` over all graphs: google-benchmark would choose them by the canonization alone and wait
/// for hours of eigensolves.
void add(const std::string& name, const std::vector<Graph>& graphs, int rounds) {
  if (graphs.empty()) return;
  for (canon::Level level : canon::values<canon::Level>()) {
    if (level == canon::Level::none) continue;
    benchmark::RegisterBenchmark((name + "/" + std::string(canon::name(level))).c_str(),
                                 [graphs, level](benchmark::State& state) {
                                   canonize_beside_eigensolve(state, graphs, level);
                                 })
        ->UseManualTime()
        ->Iterations(rounds)
        ->Unit(benchmark::kMicrosecond);
  }
}

} // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  add("er_n23", random_graphs(23, 0.2, 200), 10);
  add("zinc_n23", molecules(CANON_TEST_DATA "/zinc12k", 500), 10);
  add("er_n100", random_graphs(100, 0.1, 10), 10);
  add("er_n500", random_graphs(500, 0.05, 2), 3);
  benchmark::RunSpecifiedBenchmarks();
}
