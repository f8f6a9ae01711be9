#pragma once

#include "base/placed_io.hpp"
#include "encoding/npz.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace canon {

/// What decides where the arrays of an encoding lie.
struct NpzShape {
  std::uint64_t graphs = 0, vertices = 0;
  std::size_t width = 0, k = 0;
};

/// The file of npz_writer() in any order of writing: where its arrays lie, and what stands around
/// them.
class NpzLayout {
public:
  enum Array { encoding, offsets, eigenvalues, settled };
  /// Where the numbers of the first array begin, whatever the shape.
  static std::uint64_t first_row();

  /// The text of a part's label, or nothing.
  explicit NpzLayout(const NpzShape& shape, std::string label = {});

  /// Where the numbers of an array begin, and how many bytes they have.
  [[nodiscard]] std::uint64_t begin(Array array) const;
  [[nodiscard]] std::uint64_t size(Array array) const;
  /// Writes all but the numbers, which have these checksums. The file then ends where it should.
  void complete(const OpenFile& file, const std::array<std::uint32_t, 4>& sums,
                const std::filesystem::path& path) const;

private:
  struct Entry {
    ZipMember member;
    std::string head;
  };
  void add(const std::string& name, const std::string& head, std::uint64_t size);

  std::vector<Entry> entries_;
  std::string label_;
  std::uint64_t end_ = 0;
};

/// Numbers that are appended to an array in small pieces.
class NpzSection {
public:
  NpzSection(const OpenFile& file, std::uint64_t place, std::filesystem::path path)
      : file_(file), path_(std::move(path)), place_(place) {}

  void add(const void* data, std::size_t size);
  /// Writes what is left; the checksum of all.
  [[nodiscard]] std::uint32_t finish();

private:
  void flush();

  const OpenFile& file_;
  std::filesystem::path path_;
  std::uint64_t place_;
  std::string buffer_;
  std::uint32_t sum_ = 0;
};

} // namespace canon
