#include "encoding/parts.hpp"

#include <canon/error.hpp>

#include <fstream>
#include <sstream>

namespace canon {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& what) {
  throw ArgumentError(what);
}

/// Of two lists of words the first that is not the same.
std::string first_difference(const std::string& a, const std::string& b) {
  std::istringstream left(a), right(b);
  for (std::string x, y;;) {
    const bool more = static_cast<bool>(left >> x), other = static_cast<bool>(right >> y);
    if (!more && !other) return {};
    if (x != y || more != other) return (more ? x : "nothing") + " and " + (other ? y : "nothing");
  }
}

/// What differs between two parts; nothing if they are of one run.
std::string difference(const PartLabel& a, const PartLabel& b) {
  if (a.shard.count != b.shard.count)
    return std::to_string(a.shard.count) + " and " + std::to_string(b.shard.count) + " shards";
  if (a.input != b.input) return "input " + a.input + " and " + b.input;
  if (a.total != b.total)
    return std::to_string(a.total) + " and " + std::to_string(b.total) + " graphs";
  return first_difference(a.options, b.options);
}

void require_all(const SortedParts& parts) {
  std::string lost;
  std::size_t count = 0;
  for (std::size_t i = 0; i < parts.files.size(); ++i)
    if (parts.files[i].empty() && ++count <= 10)
      lost += (lost.empty() ? "" : ", ") + Shard{i, parts.files.size()}.text();
  if (count > 10) lost += " and " + std::to_string(count - 10) + " more";
  if (count > 0)
    refuse("lost: shard" + std::string(count > 1 ? "s " : " ") + lost + " of the encoding of " +
           parts.label.input);
}

} // namespace

SortedParts sorted_parts(const std::vector<fs::path>& files, const OpenEncodingPart& open) {
  if (files.empty()) refuse("merge: expected at least one part");
  SortedParts parts;
  const fs::path* first = nullptr;
  for (const fs::path& file : files) {
    const auto reader = open(file);
    const PartLabel& label = reader->label();
    if (first == nullptr) {
      first = &file;
      parts.label = label;
      parts.width = reader->width();
      parts.k = reader->k();
      if (label.shard.count > 100'000'000) refuse(file.string() + ": too many shards");
      parts.files.resize(label.shard.count);
    }
    if (const std::string what = difference(parts.label, label); !what.empty())
      refuse(first->string() + " and " + file.string() + " are parts of different runs: " + what);
    fs::path& place = parts.files[label.shard.index];
    if (!place.empty())
      refuse("doubled: " + place.string() + " and " + file.string() + " both are shard " +
             label.shard.text());
    place = file;
  }
  require_all(parts);
  return parts;
}

std::unique_ptr<EncodingReader> open_encoding_part(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) throw ReadError(path.string() + ": no such file");
  if (fs::is_directory(path, error))
    throw ReadError(path.string() + ": expected a file, got a folder");
  std::ifstream in(path, std::ios::binary);
  char head[2] = {};
  if (!in.read(head, sizeof head)) throw ReadError(path.string() + ": cannot be read, or is empty");
  return head[0] == 'P' && head[1] == 'K' ? npz_part(path) : csv_part(path);
}

std::uint64_t merge_encodings(const std::vector<fs::path>& files, const MakeEncodingWriter& make,
                              const OpenEncodingPart& open) {
  const SortedParts parts = sorted_parts(files, open);
  const auto writer = make(parts.width, parts.k);
  Encoding encoding;
  std::uint64_t graphs = 0;
  for (const fs::path& file : parts.files) {
    const auto reader = open(file);
    for (; reader->next(encoding); ++graphs)
      writer->write(encoding);
  }
  writer->finish();
  return graphs;
}

} // namespace canon
