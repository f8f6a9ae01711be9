#include "train/encoding_cache.hpp"

#include "dataset/checksum.hpp"
#include "train/binary_file.hpp"

#include <canon/error.hpp>
#include <canon/version.hpp>

#include <string_view>

namespace canon::lab {
namespace {

constexpr std::string_view magic = "canon-lab encodings 1\n";

std::vector<float> read(const std::filesystem::path& path, const std::string& key) {
  BinaryReader reader(path, magic, "file of encodings");
  std::string found;
  reader.get(found);
  if (found != key) throw ReadError(path.string() + ": encodings of other data or options");
  std::vector<float> values;
  reader.get(values);
  reader.expect_end();
  return values;
}

void write(const std::filesystem::path& path, const std::string& key,
           const std::vector<float>& values) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error) throw WriteError(path.parent_path().string() + ": cannot be made: " + error.message());
  BinaryWriter writer(magic);
  writer.put(key);
  writer.put(values);
  writer.commit(path);
}

} // namespace

std::string EncodingCache::key(const MoleculeEncoding& encoding) const {
  return "canon " + std::string(version) + "\ndata " + data_ + "\n" + describe(encoding) + "\n";
}

std::filesystem::path EncodingCache::path(const MoleculeEncoding& encoding) const {
  const std::string all = key(encoding);
  Checksum sum;
  sum.add(all.data(), all.size());
  return folder_ / (sum.hex() + ".encodings");
}

std::vector<float> EncodingCache::get(const std::vector<nn::GraphSample>& samples,
                                      const MoleculeEncoding& encoding, std::size_t threads,
                                      Progress& progress) const {
  const std::filesystem::path path = this->path(encoding);
  if (!folder_.empty() && std::filesystem::exists(path)) {
    try {
      return read(path, key(encoding));
    } catch (const ReadError& error) {
      progress.say(std::string(error.what()) + "; it is made anew");
    }
  }
  std::vector<float> values;
  {
    ProgressScope scope(progress, samples.size(), "molecule");
    values = encode_molecules(samples, encoding, threads, [&] { scope.tick(); });
  }
  if (!folder_.empty()) write(path, key(encoding), values);
  return values;
}

} // namespace canon::lab
