// What surrounds the passes of a model, on data of EXP's shape: 1080 graphs of 33 to 73 nodes, 18
// real features, batches of 20, DeepSets of widths 60 and 76.
#include "model/zoo.hpp"
#include "train/batches.hpp"
#include "train/trainer.hpp"

#include <canon/base/blas_kernels.hpp>

#include <benchmark/benchmark.h>

#include <numeric>

using namespace canon;
using namespace canon::lab;

namespace {

std::vector<nn::GraphSample> graphs() {
  std::vector<nn::GraphSample> samples;
  for (std::size_t g = 0; g < 1080; ++g) {
    Rng rng = trial_rng(1, g);
    nn::GraphSample sample;
    sample.nodes = 33 + static_cast<int>(uniform_below(rng, 32));
    const auto nodes = static_cast<std::uint64_t>(sample.nodes);
    for (std::uint64_t e = 0; e < nodes + nodes / 4; ++e) {
      const int a = static_cast<int>(uniform_below(rng, nodes)),
                b = static_cast<int>(uniform_below(rng, nodes));
      sample.tail.insert(sample.tail.end(), {a, b});
      sample.head.insert(sample.head.end(), {b, a});
    }
    sample.width = 18;
    for (std::uint64_t i = 0; i < 18 * nodes; ++i)
      sample.features.push_back(normal(rng));
    sample.label = static_cast<int>(g % 2);
    samples.push_back(std::move(sample));
  }
  return samples;
}

Split split() {
  Split split;
  split.train.resize(1080);
  std::iota(split.train.begin(), split.train.end(), std::size_t{0});
  return split;
}

std::unique_ptr<nn::Model<float>> deep_sets() {
  nn::ModelOptions options;
  options.model = "deepsets";
  options.node_types = nn::Tables(std::vector<std::int64_t>{});
  options.edge_types = nn::Tables(std::vector<std::int64_t>{});
  options.features = 18;
  options.hidden = 60;
  options.out = 76;
  options.layers = 2;
  options.outputs = 2;
  options.norm = nn::NormKind::none;
  options.pool = nn::Pooling::max;
  options.head = nn::HeadKind::linear;
  options.dropout = 0.1359;
  return nn::make_model<float>(options);
}

void collate(benchmark::State& state) {
  nn::use_threads(1);
  const auto samples = graphs();
  nn::Pool pool(nn::Backend::cpu);
  Batches<float> batches(pool, samples, split().train,
                         {.size = 20, .seed = 1, .stream = Stream::train, .shuffled = true});
  int epoch = 0;
  for (auto _ : state) {
    ++epoch;
    for (std::size_t number = 0; number < batches.count(); ++number)
      benchmark::DoNotOptimize(&batches.at(epoch, number));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(batches.count()));
}

/// One iteration is an epoch of 54 steps; the first ones, which allocate, are not timed.
void epochs(benchmark::State& state) {
  nn::use_threads(1);
  const auto samples = graphs();
  nn::Pool pool(nn::Backend::cpu);
  const auto model = deep_sets();
  model->parameters().place(pool, 1);
  TrainOptions options;
  options.reshuffle = state.range(0) != 0;
  options.epochs = 40;
  options.adam.weight_decay = 5e-4;
  std::vector<std::size_t> asked; // of the first run: the pool is warm in the others
  options.on_epoch = [&](const EpochRecord&) { asked.push_back(pool.allocations()); };
  double seconds = 0.0, count = 0.0;
  for (auto _ : state) {
    const TrainResult result = train(*model, pool, samples, split(), options);
    double now = 0.0;
    for (const EpochRecord& record : result.history)
      if (record.epoch > 10) now += record.seconds;
    state.SetIterationTime(now / 30.0);
    seconds += now / 30.0;
    count += 1.0;
  }
  state.counters["us_a_step"] = seconds / count / 54.0 * 1e6;
  state.counters["asked_in_epoch_1"] = static_cast<double>(asked[0]);
  state.counters["asked_later"] = static_cast<double>(asked[39] - asked[0]);
}

BENCHMARK(collate)->Unit(benchmark::kMillisecond);
BENCHMARK(epochs)
    ->ArgName("reshuffle")
    ->Arg(1)
    ->Arg(0)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
  use_best_kernels(argv);
  benchmark::AddCustomContext("blas", blas_line());
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
