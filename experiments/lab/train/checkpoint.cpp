#include "train/checkpoint.hpp"

#include "train/binary_file.hpp"

#include <canon/error.hpp>

#include <sstream>
#include <string_view>

namespace canon::lab {
namespace {

constexpr std::string_view magic = "canon-lab checkpoint 1\n";

/// The parts in their order, for either direction: `each` is called on every one.
template <typename Some, typename Each>
void visit(Some& checkpoint, const Each& each) {
  each(checkpoint.epoch);
  each(checkpoint.rate);
  each(checkpoint.plateau.best);
  each(checkpoint.plateau.bad_epochs);
  each(checkpoint.values);
  each(checkpoint.state);
  each(checkpoint.adam.steps);
  each(checkpoint.adam.mean);
  each(checkpoint.adam.square);
  each(checkpoint.accumulated);
  // The seconds stay out, so that checkpoints of equal runs are equal.
  for (auto& record : checkpoint.history) {
    each(record.epoch);
    each(record.rate);
    each(record.train_loss);
    each(record.valid_loss);
    each(record.valid_score);
    each(record.test_loss);
    each(record.test_score);
  }
}

void compare(const std::filesystem::path& path, const std::string& found,
             const std::string& wanted) {
  std::istringstream a(found), b(wanted);
  std::string there, here;
  while (true) {
    const bool more_there = static_cast<bool>(std::getline(a, there));
    const bool more_here = static_cast<bool>(std::getline(b, here));
    if (!more_there && !more_here) return;
    if (!more_there) there = "nothing";
    if (!more_here) here = "nothing";
    if (there == here) continue;
    std::string message = path.string() + ": the checkpoint of another run: it has '";
    message.append(there).append("' where this one has '").append(here).append("'");
    throw ReadError(message);
  }
}

} // namespace

template <typename T>
void write_checkpoint(const std::filesystem::path& path, const Checkpoint<T>& checkpoint) {
  BinaryWriter writer(magic);
  writer.put(checkpoint.fingerprint);
  writer.put(static_cast<std::uint64_t>(checkpoint.history.size()));
  visit(checkpoint, [&](const auto& part) { writer.put(part); });
  writer.commit(path);
}

template <typename T>
Checkpoint<T> read_checkpoint(const std::filesystem::path& path, const std::string& fingerprint) {
  BinaryReader reader(path, magic, "checkpoint");
  Checkpoint<T> checkpoint;
  reader.get(checkpoint.fingerprint);
  compare(path, checkpoint.fingerprint, fingerprint);
  std::uint64_t epochs = 0;
  reader.get(epochs);
  if (epochs > reader.left()) reader.fail();
  checkpoint.history.resize(static_cast<std::size_t>(epochs));
  visit(checkpoint, [&](auto& part) { reader.get(part); });
  reader.expect_end();
  return checkpoint;
}

template void write_checkpoint(const std::filesystem::path&, const Checkpoint<float>&);
template void write_checkpoint(const std::filesystem::path&, const Checkpoint<double>&);
template Checkpoint<float> read_checkpoint(const std::filesystem::path&, const std::string&);
template Checkpoint<double> read_checkpoint(const std::filesystem::path&, const std::string&);

} // namespace canon::lab
