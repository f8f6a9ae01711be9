#include "autograd/loss.hpp"
#include "model/paper_settings.hpp"
#include "model/zoo.hpp"
#include "tests/molecule.hpp"
#include "train/adam.hpp"

#include <canon/base/blas_kernels.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <sys/resource.h>

/// One step (forward, back, Adam) of every model in the paper's settings, on a batch like ZINC's.
/// bench/torch_step.py is the same in PyTorch.
namespace {

using namespace canon::nn;

/// Of the process: what it has ever had in memory at once.
double resident_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void step(benchmark::State& state, const PaperSetting& setting, int graphs) {
  use_threads(static_cast<int>(state.range(0)));
  canon::Rng rng = canon::trial_rng(1, 0);
  std::vector<GraphSample> samples;
  std::vector<const GraphSample*> pointers;
  for (int g = 0; g < graphs; ++g)
    samples.push_back(test::molecule(rng, static_cast<int>(setting.options.encoding)));
  for (const GraphSample& sample : samples)
    pointers.push_back(&sample);
  static const double before = resident_megabytes(); // a step is timed in several calls
  Pool pool(Backend::cpu);
  const auto model = make_model<float>(setting.options);
  model->parameters().place(pool, 1);
  const GraphBatch<float> batch(pool, pointers);
  Tape<float> tape(pool);
  std::vector<float> values = model->parameters().values(), gradient(values.size());
  canon::lab::AdamState<float> adam;
  adam.mean.resize(values.size());
  adam.square.resize(values.size());
  const auto run = [&](std::uint64_t seed) {
    model->parameters().clear_gradient();
    tape.backward(l1_loss(tape, model->forward(tape, batch, {true, seed}), batch.targets()));
    tape.clear();
    model->parameters().read_gradient(gradient.data());
    canon::lab::adam_step(adam, {}, 1e-3, values.data(), gradient.data(), values.size());
    model->parameters().set_values(values.data());
  };
  run(0); // fills the pool
  pool.forget_peak();
  std::uint64_t seed = 1;
  // Of one step: what a busy machine disturbs least; and of all threads together.
  double shortest = 1e30, shortest_cpu = 1e30;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t cpu = std::clock();
    run(seed++);
    shortest_cpu =
        std::min(shortest_cpu, 1e3 * static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    shortest = std::min(shortest, took.count());
  }
  state.counters["shortest_ms"] = shortest;
  state.counters["shortest_cpu_ms"] = shortest_cpu;
  state.counters["resident_MB"] = resident_megabytes() - before; // of the first row of a run alone
  state.counters["nodes"] = static_cast<double>(batch.nodes());
  state.counters["edges"] = static_cast<double>(batch.edges().edges);
  state.counters["parameters"] = static_cast<double>(model->parameters().size());
  state.counters["peak_MB"] = static_cast<double>(pool.peak_bytes()) * 1e-6;
}

} // namespace

int main(int argc, char** argv) {
  canon::use_best_kernels(argv);
  for (const PaperSetting& setting : paper_settings()) {
    if (setting.benchmark != Benchmark::zinc || !setting.printed) continue;
    // The batches of the paper's settings: 128 graphs, for the transformers 32.
    const int graphs =
        setting.options.model == "san" || setting.options.model == "graphit" ? 32 : 128;
    benchmark::RegisterBenchmark(
        (setting.row + "/" + std::to_string(graphs) + "_graphs").c_str(),
        [&setting, graphs](benchmark::State& state) { step(state, setting, graphs); })
        ->ArgName("threads")
        ->Arg(1)
        ->Arg(2)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
  benchmark::AddCustomContext("blas", canon::blas_line());
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
