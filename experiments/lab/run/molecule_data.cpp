#include "run/molecule_data.hpp"

#include "batch/log_degree.hpp"
#include "dataset/generated_molecules.hpp"

#include <canon/base/text_table.hpp>
#include <canon/error.hpp>
#include <canon/ogb.hpp>

namespace canon::lab {
namespace {

namespace fs = std::filesystem;

/// The set itself, or the folder of its name in one of several sets.
fs::path set_folder(const fs::path& data, const MoleculeBenchmark& benchmark) {
  const bool is_set = !find_table(raw_folder(data), "num-node-list").empty();
  return !is_set && fs::is_directory(data / benchmark.folder) ? data / benchmark.folder : data;
}

std::string counted_split(const Split& split) {
  return std::to_string(split.train.size()) + " + " + std::to_string(split.valid.size()) + " + " +
         std::to_string(split.test.size());
}

MoleculeData data_of(Molecules molecules) {
  MoleculeData data;
  data.split = {std::move(molecules.split.train), std::move(molecules.split.valid),
                std::move(molecules.split.test)};
  data.checksum = checksum_of(molecules.samples);
  data.log_degree = nn::mean_log_degree(molecules.samples, data.split.train);
  data.samples = std::make_shared<const std::vector<nn::GraphSample>>(std::move(molecules.samples));
  return data;
}

MoleculeData read_data(const MoleculeRun& run, const MoleculeBenchmark& benchmark) {
  const fs::path folder = set_folder(run.data, benchmark);
  run.options.progress->say(run.name + ": reading " + folder.string());
  Molecules molecules = read_molecules(folder, benchmark.layout);
  const std::size_t left_out = molecules.left_out;
  MoleculeData data = data_of(std::move(molecules));
  data.source = std::to_string(data.samples->size()) + " molecules (" + counted_split(data.split) +
                " for training, validation and test, split " + benchmark.layout.split + ")";
  if (left_out > 0)
    data.notes.push_back(counted(left_out, "molecule") + " of fewer than " +
                         std::to_string(benchmark.layout.least_atoms) +
                         " atoms left out, as in the published code.");
  data.about = benchmark.title +
               ": graph networks with and without positional encodings, trained by the published "
               "protocol: Adam, a rate that falls where the validation loss does not, the end once "
               "it is below a minimum.";
  return data;
}

constexpr std::size_t generated = 500;

MoleculeData generate_data(const MoleculeRun& run, const MoleculeBenchmark& benchmark) {
  MoleculeData data = data_of(generate_molecules(generated, benchmark.layout, run.options.seed));
  data.made_up = true;
  data.source = std::to_string(data.samples->size()) + " generated graphs (" +
                counted_split(data.split) + " for training, validation and test)";
  data.about =
      "A small run that shows the experiment on " + benchmark.title +
      " without its data: smaller networks on generated graphs in the manner of "
      "molecules, whose target depends on the sizes of rings; without an encoding the network does "
      "not learn more than its mean here. These are no results on molecules, and "
      "with few steps and few graphs the scores swing: `canon-lab run " +
      benchmark.name + " --data FOLDER` trains on the real ones.";
  return data;
}

} // namespace

MoleculeData load_molecules(const MoleculeRun& run, const MoleculeBenchmark& benchmark) {
  return run.data.empty() ? generate_data(run, benchmark) : read_data(run, benchmark);
}

SampleShelf::SampleShelf(const MoleculeRun& run, const MoleculeData& data)
    : run_(run), data_(data), cache_(run.cache, data.checksum) {}

std::shared_ptr<const std::vector<nn::GraphSample>> SampleShelf::of(const MoleculeRow& row) {
  if (!row.encoding) return data_.samples;
  const std::lock_guard guard(lock_);
  auto& place = made_[describe(*row.encoding)];
  if (auto there = place.lock()) return there;
  auto samples = std::make_shared<std::vector<nn::GraphSample>>(*data_.samples);
  run_.options.progress->say(run_.name + ": encodings of " + row.name);
  set_encoding(
      *samples,
      cache_.get(*data_.samples, *row.encoding, run_.options.threads, *run_.options.progress),
      row.encoding->options.width());
  place = samples;
  return samples;
}

} // namespace canon::lab
