#include "run/molecule_benchmark.hpp"

#include <canon/error.hpp>

namespace canon::lab {
namespace {

/// The integer features of OGB's atoms and bonds. Of the versions of OGB the one that the paper's
/// counts of parameters fit: four values of chirality, where later ones have five.
const std::vector<std::int64_t> ogb_atoms = {119, 4, 12, 12, 10, 6, 6, 2, 2};
const std::vector<std::int64_t> ogb_bonds = {5, 6, 2};
constexpr std::size_t ogb_least_atoms = 6; // the published code leaves out graphs of up to five

MoleculeBenchmark ogb(std::string name, std::string title, std::string folder, nn::Benchmark models,
                      std::size_t tasks, Score score, std::string score_name) {
  return {.name = std::move(name),
          .title = std::move(title),
          .folder = std::move(folder),
          .models = models,
          .layout = {"scaffold", ogb_atoms, ogb_bonds, tasks, true, ogb_least_atoms},
          .loss = Loss::binary_cross_entropy,
          .score = score,
          .score_name = std::move(score_name),
          .last_counts = false};
}

} // namespace

const std::vector<MoleculeBenchmark>& molecule_benchmarks() {
  static const std::vector<MoleculeBenchmark> all = {
      {.name = "zinc",
       .title = "ZINC",
       .folder = "zinc12k",
       .models = nn::Benchmark::zinc,
       .layout = {"published", {28}, {4}, 1, false, 0},
       .loss = Loss::l1,
       .score = Score::mae,
       .score_name = "MAE",
       .last_counts = true},
      ogb("moltox21", "MOLTOX21", "ogbg_moltox21", nn::Benchmark::moltox21, 12, Score::roc_auc,
          "ROC-AUC"),
      ogb("molpcba", "MOLPCBA", "ogbg_molpcba", nn::Benchmark::molpcba, 128,
          Score::average_precision, "AP")};
  return all;
}

const MoleculeBenchmark& molecule_benchmark(const std::string& name) {
  for (const MoleculeBenchmark& benchmark : molecule_benchmarks())
    if (benchmark.name == name) return benchmark;
  throw ArgumentError("expected zinc, moltox21 or molpcba, got '" + name + "'");
}

} // namespace canon::lab
