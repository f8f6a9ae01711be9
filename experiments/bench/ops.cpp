#include "device/gemm.hpp"
#include "tests/op_run.hpp"

#include <canon/base/blas_kernels.hpp>

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <memory>

/// Each operation forward and back on the sizes of a ZINC batch, as a share of what this machine
/// can do: numbers moved against a sum of two matrices of the same size (which lies in the cache as
/// the operations' matrices do), products against a large product; all in the same run. A share may
/// exceed 100 % where an operation moves a small matrix, or less than it is charged for.
namespace {

using namespace canon::nn;
using namespace canon::nn::test;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t seed = 1;
const WorldSize zinc{"ZINC", 128, 3000, 6400, 78, 6};
const WorldSize zinc_heads{"ZINC", 128, 3000, 6400, 64, 8};

/// The shortest of many runs, in seconds.
template <typename Action>
double shortest(int runs, const Action& action) {
  double best = 1e9;
  for (int i = 0; i < runs; ++i) {
    const auto begin = Clock::now();
    action();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return best;
}

/// Bytes a second of c = a + b.
double memory_rate(Pool& pool, std::int64_t rows, std::int64_t columns, int runs) {
  const std::vector<float> ones(static_cast<std::size_t>(rows * columns), 1.0F);
  const Array<float> a = array_of(pool, ones), b = array_of(pool, ones);
  Tape<float> tape(pool);
  tape.set_recording(false);
  const double seconds = shortest(runs, [&] {
    tape.clear();
    benchmark::DoNotOptimize(add(tape, tape.constant({a.data(), rows, columns}),
                                 tape.constant({b.data(), rows, columns})));
  });
  return 3.0 * static_cast<double>(rows * columns) * sizeof(float) / seconds;
}

/// Operations a second of a product of two square matrices.
double product_rate(Pool& pool) {
  constexpr std::int64_t n = 1024;
  const std::vector<float> ones(n * n, 1.0F);
  const Array<float> a = array_of(pool, ones), b = array_of(pool, ones), c = array_of(pool, ones);
  const double seconds = shortest(20, [&] {
    gemm(pool, n, n, n, Operand<float>{a.data(), n}, Operand<float>{b.data(), n}, c.data(), n,
         false);
  });
  return 2.0 * n * n * n / seconds;
}

struct Limits {
  double memory, product;
};

/// Rates are of the fastest step: others may be at work on this machine.
void run_case(benchmark::State& state, Pool& pool, const OpCase<float>& op, Limits limits) {
  CaseRun<float> run(pool, op, seed);
  run.step();
  double best = 1e9;
  for (auto _ : state)
    best = std::min(best, shortest(1, [&] { run.step(); }));
  const bool product = op.flops > 0.0;
  const double work = product ? op.flops : run.traffic() * sizeof(float);
  state.counters["fastest_us"] = best * 1e6;
  state.counters[product ? "GF/s" : "GB/s"] = work * 1e-9 / best;
  state.counters["percent"] = 100.0 * work / best / (product ? limits.product : limits.memory);
}

} // namespace

int main(int argc, char** argv) {
  canon::use_best_kernels(argv);
  Pool pool(Backend::cpu);
  const Limits limits{memory_rate(pool, 6400, 78, 200), product_rate(pool)};
  std::printf("%s; limits: %.1f GB/s in the cache (6400 x 78 + 6400 x 78), %.1f GB/s beyond it, "
              "%.0f GF/s (1024 x 1024 x 1024)\n",
              describe(Backend::cpu).c_str(), limits.memory * 1e-9,
              memory_rate(pool, 1 << 18, 78, 5) * 1e-9, limits.product * 1e-9);
  std::fflush(stdout);
  const World<float> world(pool, zinc, seed), with_heads(pool, zinc_heads, seed);
  const OpCases<float> cases(world), head_cases(with_heads);
  for (const OpCases<float>* all : {&cases, &head_cases})
    for (const OpCase<float>& op : all->all())
      if (op.by_heads == (all == &head_cases))
        benchmark::RegisterBenchmark(
            op.name.c_str(),
            [&pool, &op, limits](benchmark::State& state) { run_case(state, pool, op, limits); })
            ->UseRealTime()
            ->MinTime(0.2)
            ->Unit(benchmark::kMicrosecond);
  std::vector<char*> arguments(argv, argv + argc);
  std::string tabular = "--benchmark_counters_tabular=true";
  arguments.insert(arguments.begin() + 1, tabular.data());
  int count = static_cast<int>(arguments.size());
  benchmark::AddCustomContext("blas", canon::blas_line());
  benchmark::Initialize(&count, arguments.data());
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
