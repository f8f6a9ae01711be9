#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace canon {

/// The head of a .npy array (format 1.0), always npy_head_size bytes, so that it can be written
/// first and put right when the number of rows is known.
inline constexpr std::size_t npy_head_size = 128;
/// `type` is NumPy's descr ("<f8"); columns 0 stands for a one-dimensional array.
[[nodiscard]] std::string npy_head(const std::string& type, std::uint64_t rows,
                                   std::uint64_t columns);

/// The CRC-32 that zip keeps, continued from `crc`.
[[nodiscard]] std::uint32_t checksum(std::uint32_t crc, const void* data, std::size_t size);
/// Of two texts of which the second has `size` bytes, that of the first followed by the second.
[[nodiscard]] std::uint32_t joined_checksums(std::uint32_t first, std::uint32_t second,
                                             std::uint64_t size);

/// A stored member of an archive; its bytes follow its header.
struct ZipMember {
  std::string name;
  std::uint64_t offset = 0, size = 0;
  std::uint32_t crc = 0;

  [[nodiscard]] std::string header() const;
  /// Where its bytes begin.
  [[nodiscard]] std::uint64_t data() const { return offset + 30 + name.size() + 20; }
};

/// What follows the members, at `position` in the archive.
[[nodiscard]] std::string zip_directory(const std::vector<ZipMember>& members,
                                        std::uint64_t position);

/// A zip archive of stored members on a seekable stream. Every member carries 64-bit sizes and the
/// same fixed date, so that equal contents give equal files.
class StoredZip {
public:
  explicit StoredZip(std::ostream& out) : out_(out) {}

  /// Starts a member; its bytes are then appended with add().
  void begin(const std::string& name);
  void add(const void* data, std::size_t size);
  /// Ends the member whose first `head.size()` bytes were placeholders for `head`.
  void end(const std::string& head);
  /// Writes the directory. Nothing may follow.
  void finish();

private:
  void put(const void* data, std::size_t size);
  void put(const std::string& bytes);
  void flush();

  std::ostream& out_;
  std::vector<ZipMember> members_;
  std::string buffer_;         ///< not yet in the stream
  std::uint64_t position_ = 0; ///< of the next byte, buffered ones included
};

} // namespace canon
