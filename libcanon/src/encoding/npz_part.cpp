#include "encoding/npz.hpp"
#include "encoding/npz_arrays.hpp"
#include "encoding/parts.hpp"

#include <canon/error.hpp>

#include <fstream>

namespace canon {
namespace {

namespace fs = std::filesystem;

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

class NpzPart final : public PartReader {
public:
  explicit NpzPart(const fs::path& path) : NpzPart(path, stored_arrays(path)) {}

private:
  NpzPart(const fs::path& path, const StoredArrays& arrays)
      : path_(path), encoding_(path, at(arrays, "encoding.npy").offset),
        offsets_(path, at(arrays, "offsets.npy").offset),
        eigenvalues_(path, at(arrays, "eigenvalues.npy").offset),
        settled_(path, at(arrays, "settled.npy").offset) {
    const StoredArray& part = at(arrays, "part.npy");
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

  const StoredArray& at(const StoredArrays& arrays, const std::string& name) const {
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
