#include "encoding/npz.hpp"
#include "encoding/parts.hpp"

#include <canon/error.hpp>

#include <cstring>
#include <fstream>
#include <map>

namespace canon {
namespace {

namespace fs = std::filesystem;

/// Where an array lies in the file.
struct Stored {
  std::uint64_t offset = 0, rows = 0, columns = 0;
  std::string type;
};

/// One array, read from its beginning on; each has a stream of its own, for all are read at once.
class Column {
public:
  Column(const fs::path& path, std::uint64_t offset) : path_(path), in_(path, std::ios::binary) {
    in_.seekg(static_cast<std::streamoff>(offset));
  }
  void take(void* to, std::size_t size) {
    if (size > 0 && !in_.read(static_cast<char*>(to), static_cast<std::streamsize>(size)))
      throw ParseError(path_.string(), 0, "expected more of the arrays, got the end of the file");
  }

private:
  fs::path path_;
  std::ifstream in_;
};

[[noreturn]] void refuse(const fs::path& path) {
  throw ParseError(path.string(), 0, "expected a part of canon encode --shard");
}

/// "(12, 8)" or "(12,)" of an array's head.
void read_shape(const std::string& head, Stored& stored, const fs::path& path) {
  const std::size_t type = head.find("'descr': '"), shape = head.find("'shape': (");
  if (!head.starts_with("\x93NUMPY") || type == std::string::npos || shape == std::string::npos)
    refuse(path);
  stored.type = head.substr(type + 10, 3);
  char* end = nullptr;
  stored.rows = std::strtoull(head.c_str() + shape + 10, &end, 10);
  if (*end == ',') stored.columns = std::strtoull(end + 1, nullptr, 10);
}

/// The local headers, which StoredZip wrote; nothing else is accepted.
std::map<std::string, Stored> arrays_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw ReadError(path.string() + ": cannot be read");
  std::map<std::string, Stored> arrays;
  std::string head(30, '\0');
  const auto number = [&](std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    std::memcpy(&value, head.data() + at, size);
    return value;
  };
  const auto read = [&](std::size_t size) {
    head.assign(size, '\0');
    if (!in.read(head.data(), static_cast<std::streamsize>(size))) refuse(path);
  };
  std::uint64_t at = 0;
  for (;;) {
    read(30);
    if (number(0, 4) == 0x02014b50) return arrays;
    const std::size_t name = number(26, 2), extra = number(28, 2);
    if (number(0, 4) != 0x04034b50 || extra != 20) refuse(path);
    read(name + extra);
    const std::string member = head.substr(0, name);
    const std::uint64_t size = number(name + 4, 8);
    if (size < npy_head_size) refuse(path);
    read(npy_head_size);
    at += 30 + name + extra;
    Stored& stored = arrays[member];
    stored.offset = at + npy_head_size;
    read_shape(head, stored, path);
    at += size;
    in.seekg(static_cast<std::streamoff>(at));
  }
}

class NpzPart final : public PartReader {
public:
  explicit NpzPart(const fs::path& path) : NpzPart(path, arrays_of(path)) {}

private:
  NpzPart(const fs::path& path, const std::map<std::string, Stored>& arrays)
      : path_(path), encoding_(path, at(arrays, "encoding.npy").offset),
        offsets_(path, at(arrays, "offsets.npy").offset),
        eigenvalues_(path, at(arrays, "eigenvalues.npy").offset),
        settled_(path, at(arrays, "settled.npy").offset) {
    const Stored& part = at(arrays, "part.npy");
    std::string text(part.rows, '\0');
    Column(path, part.offset).take(text.data(), text.size());
    label_ = label_of_text(text, path.string());
    width_ = at(arrays, "encoding.npy").columns;
    k_ = at(arrays, "eigenvalues.npy").columns;
    if (at(arrays, "encoding.npy").type != "<f8" || width_ == 0 || k_ == 0) refuse(path);
    if (at(arrays, "eigenvalues.npy").rows != label_.graphs())
      throw ParseError(path.string(), 0,
                       "expected " + std::to_string(label_.graphs()) + " graphs, got " +
                           std::to_string(at(arrays, "eigenvalues.npy").rows));
    offsets_.take(&before_, sizeof before_);
  }

  const Stored& at(const std::map<std::string, Stored>& arrays, const std::string& name) const {
    const auto found = arrays.find(name);
    if (found == arrays.end()) refuse(path_);
    return found->second;
  }

  void read(Encoding& e, std::uint64_t) override {
    std::int64_t end = 0;
    offsets_.take(&end, sizeof end);
    if (end < before_) refuse(path_);
    rows_.set_size(width_, static_cast<arma::uword>(end - before_));
    before_ = end;
    encoding_.take(rows_.memptr(), rows_.n_elem * sizeof(double));
    e.features = rows_.t();
    e.eigenvalues.set_size(k_);
    eigenvalues_.take(e.eigenvalues.memptr(), k_ * sizeof(double));
    e.settled.resize(k_);
    settled_.take(e.settled.data(), k_ * sizeof(Guarantee));
  }

  fs::path path_;
  Column encoding_, offsets_, eigenvalues_, settled_;
  std::int64_t before_ = 0;
  arma::mat rows_;
};

} // namespace

std::unique_ptr<EncodingReader> npz_part(const fs::path& path) {
  return std::make_unique<NpzPart>(path);
}

} // namespace canon
