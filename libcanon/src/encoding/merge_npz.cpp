#include "encoding/npz_arrays.hpp"
#include "encoding/npz_layout.hpp"
#include "encoding/parts.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/error.hpp>

#include <algorithm>
#include <fcntl.h>
#include <fstream>

namespace canon {
namespace {

namespace fs = std::filesystem;

bool is_npz(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  char head[2] = {};
  return in.read(head, sizeof head) && head[0] == 'P' && head[1] == 'K';
}

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
  throw ParseError(path.string(), 0, "expected " + what + " in a part of canon encode --shard");
}

/// The four arrays of a part, of the sizes that belong together.
std::array<StoredArray, 4> arrays_of(const fs::path& path, std::uint64_t graphs) {
  StoredArrays all = stored_arrays(path);
  std::array<StoredArray, 4> four = {all["encoding.npy"], all["offsets.npy"],
                                     all["eigenvalues.npy"], all["settled.npy"]};
  for (const StoredArray& array : four) {
    const std::uint64_t number = array.type == "|u1" ? 1 : sizeof(double);
    if (array.size != array.rows * std::max<std::uint64_t>(array.columns, 1) * number)
      refuse(path, "arrays of their announced sizes");
  }
  if (four[NpzLayout::offsets].rows != graphs + 1 || four[NpzLayout::eigenvalues].rows != graphs ||
      four[NpzLayout::settled].rows != graphs)
    refuse(path, "as many rows as graphs");
  return four;
}

/// The places in `out` where the next part goes.
class Copy {
public:
  Copy(const NpzLayout& layout, const OpenFile& out, const fs::path& out_path)
      : out_(out), out_path_(out_path), offsets_(out, layout.begin(NpzLayout::offsets), out_path) {
    for (const auto array : {NpzLayout::encoding, NpzLayout::eigenvalues, NpzLayout::settled})
      place_[array] = layout.begin(array);
    offsets_.add(&vertices_, sizeof vertices_);
  }

  void add(const fs::path& path, const std::array<StoredArray, 4>& arrays) {
    const OpenFile in(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!in) throw ReadError(path.string() + ": cannot be read");
    for (const auto array : {NpzLayout::encoding, NpzLayout::eigenvalues, NpzLayout::settled}) {
      const StoredArray& from = arrays[array];
      if (copy_range(in, from.offset, out_, place_[array], from.size, path, out_path_) < from.size)
        refuse(path, "more");
      place_[array] += from.size;
      sums_[array] = joined_checksums(sums_[array], from.sum, from.size);
    }
    add_offsets(in, path, arrays[NpzLayout::offsets]);
    vertices_ += arrays[NpzLayout::encoding].rows;
  }

  [[nodiscard]] std::array<std::uint32_t, 4> finish() {
    sums_[NpzLayout::offsets] = offsets_.finish();
    return sums_;
  }

private:
  /// All but the first, which is the last of the part before.
  void add_offsets(const OpenFile& in, const fs::path& path, const StoredArray& from) {
    std::vector<std::uint64_t> buffer(1 << 15);
    std::uint64_t before = 0, left = from.rows - 1, place = from.offset + sizeof before;
    while (left > 0) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, buffer.size()));
      const std::size_t bytes = count * sizeof before;
      if (read_at(in, place, buffer.data(), bytes, path) < bytes) refuse(path, "more offsets");
      for (std::size_t i = 0; i < count; ++i) {
        if (buffer[i] < before) refuse(path, "increasing offsets");
        before = buffer[i];
        buffer[i] += vertices_;
      }
      offsets_.add(buffer.data(), bytes);
      place += bytes;
      left -= count;
    }
  }

  const OpenFile& out_;
  fs::path out_path_;
  NpzSection offsets_;
  std::array<std::uint64_t, 4> place_{};
  std::array<std::uint32_t, 4> sums_{};
  std::uint64_t vertices_ = 0;
};

} // namespace

std::optional<std::uint64_t> merge_npz(const std::vector<fs::path>& files, const fs::path& out) {
  if (out == "-" || !std::all_of(files.begin(), files.end(), is_npz)) return std::nullopt;
  const SortedParts parts = sorted_parts(files, open_encoding_part);
  NpzShape shape{.width = parts.width, .k = parts.k};
  const auto each = [&](const auto& take) {
    PartLabel label = parts.label;
    for (label.shard.index = 0; label.shard.index < parts.files.size(); ++label.shard.index) {
      const fs::path& path = parts.files[label.shard.index];
      take(path, arrays_of(path, label.graphs()));
    }
  };
  each([&](const fs::path&, const std::array<StoredArray, 4>& arrays) {
    shape.graphs += arrays[NpzLayout::eigenvalues].rows;
    shape.vertices += arrays[NpzLayout::encoding].rows;
  });
  AtomicFile file(out);
  if (file.file() == nullptr) return std::nullopt;
  const NpzLayout layout(shape);
  Copy copy(layout, *file.file(), out);
  each([&](const fs::path& path, const std::array<StoredArray, 4>& arrays) {
    copy.add(path, arrays);
  });
  layout.complete(*file.file(), copy.finish(), out);
  file.commit();
  return shape.graphs;
}

} // namespace canon
