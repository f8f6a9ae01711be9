#include "encoding/npz_arrays.hpp"
#include "encoding/npz_layout.hpp"
#include "encoding/parts.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/error.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <thread>
#include <vector>

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
      for (std::uint64_t at = 0; at < from.size; at += most_at_once)
        ranges_.push_back(
            {path, from.offset + at, place_[array] + at, std::min(from.size - at, most_at_once)});
      place_[array] += from.size;
      sums_[array] = joined_checksums(sums_[array], from.sum, from.size);
    }
    add_offsets(in, path, arrays[NpzLayout::offsets]);
    vertices_ += arrays[NpzLayout::encoding].rows;
  }

  [[nodiscard]] std::array<std::uint32_t, 4> finish() {
    copy_ranges();
    sums_[NpzLayout::offsets] = offsets_.finish();
    return sums_;
  }

private:
  struct Range {
    fs::path path;
    std::uint64_t from, to, size;
  };
  static constexpr std::uint64_t most_at_once = std::uint64_t{1} << 28;

  /// By several threads: the kernel copies page by page, more slowly than memory is.
  void copy_ranges() {
    std::atomic<std::size_t> next = 0;
    std::vector<std::exception_ptr> failures(ranges_.size());
    const auto work = [&] {
      for (std::size_t i = next++; i < ranges_.size(); i = next++)
        try {
          copy(ranges_[i]);
        } catch (...) {
          failures[i] = std::current_exception();
          next = ranges_.size();
        }
    };
    {
      std::vector<std::jthread> team;
      const std::size_t threads =
          std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4);
      for (std::size_t t = 1; t < std::min(threads, ranges_.size()); ++t)
        team.emplace_back(work);
      work();
    }
    for (const std::exception_ptr& failure : failures)
      if (failure) std::rethrow_exception(failure);
  }

  void copy(const Range& range) const {
    const OpenFile in(::open(range.path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!in) throw ReadError(range.path.string() + ": cannot be read");
    if (copy_range(in, range.from, out_, range.to, range.size, range.path, out_path_) < range.size)
      refuse(range.path, "more");
  }

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
  std::vector<Range> ranges_; ///< still to be copied
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
