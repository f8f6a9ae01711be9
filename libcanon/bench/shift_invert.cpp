// What shift-invert costs beside filtered Lanczos for the 8 leading eigenpairs, in one run: the
// ratio is the counter "of_filtered" (1 = as long). Run: build/bin/bench_shift_invert
#include "spectrum/leading_pairs.hpp"

#include <canon/generate.hpp>
#include <canon/graph_operator.hpp>
#include <canon/pipeline.hpp>

#include <benchmark/benchmark.h>

#include <chrono>
#include <functional>

namespace {

double seconds(const std::function<void()>& job) {
  const auto start = std::chrono::steady_clock::now();
  job();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Alternating, so that a noisy machine disturbs both alike.
void shift_invert_beside_filter(benchmark::State& state, const canon::Graph& graph) {
  canon::use_one_blas_thread();
  const arma::sp_mat matrix = canon::sparse_operator(graph, canon::GraphOperator::lazy_adjacency);
  constexpr std::size_t k = 8;
  double inverting = 0.0, filtering = 0.0, difference = 0.0;
  for (auto _ : state) {
    std::optional<canon::Pairs> inverse;
    canon::Pairs filtered;
    const double spent = seconds([&] { inverse = canon::inverse_pairs(matrix, k, {}); });
    filtering += seconds([&] { filtered = canon::filtered_pairs(matrix, k, {}); });
    if (!inverse) {
      state.SkipWithError("the factors are not sparse enough");
      return;
    }
    inverting += spent;
    difference = arma::abs(inverse->values.head(k) - filtered.values.head(k)).max();
    state.SetIterationTime(spent);
  }
  state.counters["of_filtered"] = inverting / filtering;
  state.counters["difference"] = difference;
}

void add(const char* name, const canon::Graph& graph) {
  benchmark::RegisterBenchmark(
      name, [graph](benchmark::State& state) { shift_invert_beside_filter(state, graph); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

} // namespace

int main(int argc, char** argv) {
  canon::Rng rng = canon::trial_rng(1, 0);
  add("path of 2000", canon::path_graph(2000));
  add("grid of 50 x 51", canon::grid_graph(50, 51));
  add("random tree of 5000", canon::random_tree(5000, rng));
  add("ladder of 3000", canon::grid_graph(2, 1500));
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
