#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace canon {

/// Where an array lies in a file that npz_writer() made.
struct StoredArray {
  std::uint64_t offset = 0, size = 0; ///< of its numbers, in bytes
  std::uint64_t rows = 0, columns = 0;
  std::string type;
  std::uint32_t sum = 0; ///< checksum of its numbers
};

using StoredArrays = std::map<std::string, StoredArray>;

/// By their names; ParseError if the file is of another kind or cut off.
[[nodiscard]] StoredArrays stored_arrays(const std::filesystem::path& path);

} // namespace canon
