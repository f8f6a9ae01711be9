#include "encoding/npz_arrays.hpp"

#include "encoding/npz.hpp"

#include <canon/error.hpp>

#include <cstring>
#include <fstream>

namespace canon {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path) {
  throw ParseError(path.string(), 0, "expected a part of canon encode --shard");
}

/// "(12, 8)" or "(12,)" of an array's head.
void read_shape(const std::string& head, StoredArray& stored, const fs::path& path) {
  const std::size_t type = head.find("'descr': '"), shape = head.find("'shape': (");
  if (!head.starts_with("\x93NUMPY") || type == std::string::npos || shape == std::string::npos)
    refuse(path);
  stored.type = head.substr(type + 10, 3);
  char* end = nullptr;
  stored.rows = std::strtoull(head.c_str() + shape + 10, &end, 10);
  if (*end == ',') stored.columns = std::strtoull(end + 1, nullptr, 10);
}

} // namespace

/// The local headers, which StoredZip wrote; nothing else is accepted.
StoredArrays stored_arrays(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw ReadError(path.string() + ": cannot be read");
  StoredArrays arrays;
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
    const auto whole = static_cast<std::uint32_t>(number(14, 4));
    if (number(0, 4) != 0x04034b50 || extra != 20) refuse(path);
    read(name + extra);
    const std::string member = head.substr(0, name);
    const std::uint64_t size = number(name + 4, 8);
    if (size < npy_head_size) refuse(path);
    read(npy_head_size);
    at += 30 + name + extra;
    StoredArray& stored = arrays[member];
    stored.offset = at + npy_head_size;
    stored.size = size - npy_head_size;
    // The whole member's is that of its head, moved by the size of the numbers, and theirs.
    stored.sum = whole ^ joined_checksums(checksum(0, head.data(), head.size()), 0, stored.size);
    read_shape(head, stored, path);
    at += size;
    in.seekg(static_cast<std::streamoff>(at));
  }
}

} // namespace canon
