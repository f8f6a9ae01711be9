// How far the violation statistics of Erdos-Renyi graphs stay behind the eigensolver they need:
// the ratio of a trial of the study to the bare loop (draw the matrix, solve it), within one run.
#include "study/random_tally.hpp"

#include <canon/pipeline.hpp>
#include <canon/random_matrix.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <vector>

using namespace canon;
using namespace canon::lab;

namespace {

constexpr std::array probabilities = {0.1, 0.5};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

void trial_over_bare_loop(benchmark::State& state) {
  use_one_blas_thread();
  const auto n = static_cast<std::size_t>(state.range(0));
  const double p = probabilities.at(static_cast<std::size_t>(state.range(1)));
  const RandomCell cell{ensemble_by_name("erdos-renyi"), n, p, 0};
  std::vector<double> bare, study, solve;
  std::uint64_t trial = 0;
  for (auto _ : state) {
    // In turns, so that a busy machine slows both.
    Rng rng = trial_rng(0, trial);
    const double start = cpu_seconds();
    arma::mat matrix = erdos_renyi_matrix(n, p, rng);
    const double drawn = cpu_seconds();
    arma::vec values;
    arma::mat vectors;
    if (!arma::eig_sym(values, vectors, matrix, "dc")) state.SkipWithError("LAPACK failed");
    benchmark::DoNotOptimize(vectors.memptr());
    const double solved = cpu_seconds();
    rng = trial_rng(0, trial++);
    RandomTally tally;
    run_trial(cell, {}, rng, tally);
    benchmark::DoNotOptimize(tally.violating);
    const double counted = cpu_seconds();
    solve.push_back(solved - drawn);
    bare.push_back(solved - start);
    study.push_back(counted - solved);
  }
  state.counters["bare_ms"] = 1e3 * median(bare);
  state.counters["study_ms"] = 1e3 * median(study);
  state.counters["over_bare"] = median(study) / median(bare);
  state.counters["over_solver_alone"] = median(study) / median(solve);
}

} // namespace

BENCHMARK(trial_over_bare_loop)
    ->ArgNames({"n", "p"})
    ->Args({100, 1})
    ->Args({300, 1})
    ->Args({1000, 0})
    ->Args({1000, 1})
    ->MinTime(3.0)
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
