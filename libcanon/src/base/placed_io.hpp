#pragma once

#include <canon/base/open_file.hpp>

#include <cstdint>
#include <string>

namespace canon {

/// All of the bytes, to that place of the file. WriteError, which names `path`.
void write_at(const OpenFile& file, std::uint64_t place, const void* data, std::size_t size,
              const std::filesystem::path& path);
/// How many bytes there were, fewer than asked for at the end of the file. ReadError.
[[nodiscard]] std::size_t read_at(const OpenFile& file, std::uint64_t place, void* to,
                                  std::size_t size, const std::filesystem::path& path);
/// From one file to another within the kernel, where it can. Returns how many bytes there were.
/// ReadError and WriteError.
[[nodiscard]] std::uint64_t copy_range(const OpenFile& from, std::uint64_t place,
                                       const OpenFile& to, std::uint64_t to_place,
                                       std::uint64_t size, const std::filesystem::path& from_path,
                                       const std::filesystem::path& to_path);

} // namespace canon
