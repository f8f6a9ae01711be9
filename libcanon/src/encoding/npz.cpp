#include "encoding/npz.hpp"

#include <zlib.h>

#include <algorithm>
#include <ostream>

namespace canon {
namespace {

/// Little-endian fields, as the zip format wants them on every machine.
class Bytes {
public:
  Bytes& u16(std::uint64_t v) { return put(v, 2); }
  Bytes& u32(std::uint64_t v) { return put(v, 4); }
  Bytes& u64(std::uint64_t v) { return put(v, 8); }
  Bytes& text(const std::string& s) {
    bytes_ += s;
    return *this;
  }
  [[nodiscard]] const std::string& str() const { return bytes_; }

private:
  Bytes& put(std::uint64_t v, int width) {
    for (int i = 0; i < width; ++i)
      bytes_ += static_cast<char>((v >> (8 * i)) & 0xffU);
    return *this;
  }
  std::string bytes_;
};

constexpr std::uint64_t version = 45;            // 4.5: 64-bit sizes
constexpr std::uint64_t date = (0U << 9U) | 33U; // 1 January 1980
constexpr std::uint64_t in_extra = 0xffffffffU;  // "see the 64-bit field"
constexpr std::size_t buffer_limit = std::size_t{1} << 18;
constexpr std::size_t chunk_limit = std::size_t{1} << 30; // zlib counts in 32 bits

} // namespace

std::uint32_t checksum(std::uint32_t crc, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  while (size > 0) {
    const std::size_t part = std::min(size, chunk_limit);
    crc = static_cast<std::uint32_t>(crc32(crc, bytes, static_cast<uInt>(part)));
    bytes += part;
    size -= part;
  }
  return crc;
}

std::uint32_t joined_checksums(std::uint32_t first, std::uint32_t second, std::uint64_t size) {
  return static_cast<std::uint32_t>(crc32_combine(first, second, static_cast<z_off_t>(size)));
}

std::string npy_head(const std::string& type, std::uint64_t rows, std::uint64_t columns) {
  std::string shape = "(" + std::to_string(rows) + ",";
  if (columns > 0) shape += " " + std::to_string(columns);
  std::string dictionary =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + "), }";
  dictionary.resize(npy_head_size - 10 - 1, ' ');
  return Bytes()
      .text("\x93NUMPY\x01")
      .text(std::string(1, '\0'))
      .u16(npy_head_size - 10)
      .text(dictionary + "\n")
      .str();
}

std::string ZipMember::header() const {
  return Bytes()
      .u32(0x04034b50)
      .u16(version)
      .u16(0)
      .u16(0)
      .u16(0)
      .u16(date)
      .u32(crc)
      .u32(in_extra)
      .u32(in_extra)
      .u16(name.size())
      .u16(20)
      .text(name)
      .u16(1)
      .u16(16)
      .u64(size)
      .u64(size)
      .str();
}

// A file stream hands everything above a kilobyte to the system at once: one call per graph.
void StoredZip::put(const void* data, std::size_t size) {
  buffer_.append(static_cast<const char*>(data), size);
  position_ += size;
  if (buffer_.size() >= buffer_limit) flush();
}

void StoredZip::put(const std::string& bytes) {
  put(bytes.data(), bytes.size());
}

void StoredZip::flush() {
  out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  buffer_.clear();
}

void StoredZip::begin(const std::string& name) {
  members_.push_back({name, position_, 0, 0});
  put(members_.back().header());
  put(std::string(npy_head_size, '\0'));
}

void StoredZip::add(const void* data, std::size_t size) {
  ZipMember& m = members_.back();
  put(data, size);
  m.size += size;
  m.crc = checksum(m.crc, data, size);
}

void StoredZip::end(const std::string& head) {
  ZipMember& m = members_.back();
  const std::uint32_t head_crc = checksum(0, head.data(), head.size());
  m.crc = joined_checksums(head_crc, m.crc, m.size);
  m.size += head.size();
  flush();
  out_.seekp(static_cast<std::streamoff>(m.offset));
  const std::string header = m.header() + head;
  out_.write(header.data(), static_cast<std::streamsize>(header.size()));
  out_.seekp(static_cast<std::streamoff>(position_));
}

std::string zip_directory(const std::vector<ZipMember>& members, std::uint64_t position) {
  std::string text;
  for (const ZipMember& m : members)
    text += Bytes()
                .u32(0x02014b50)
                .u16(version)
                .u16(version)
                .u16(0)
                .u16(0)
                .u16(0)
                .u16(date)
                .u32(m.crc)
                .u32(in_extra)
                .u32(in_extra)
                .u16(m.name.size())
                .u16(28)
                .u16(0)
                .u16(0)
                .u16(0)
                .u32(0)
                .u32(in_extra)
                .text(m.name)
                .u16(1)
                .u16(24)
                .u64(m.size)
                .u64(m.size)
                .u64(m.offset)
                .str();
  const std::uint64_t size = text.size(), end = position + size;
  return text + Bytes()
                    .u32(0x06064b50)
                    .u64(44)
                    .u16(version)
                    .u16(version)
                    .u32(0)
                    .u32(0)
                    .u64(members.size())
                    .u64(members.size())
                    .u64(size)
                    .u64(position)
                    .u32(0x07064b50)
                    .u32(0)
                    .u64(end)
                    .u32(1)
                    .u32(0x06054b50)
                    .u16(0)
                    .u16(0)
                    .u16(members.size())
                    .u16(members.size())
                    .u32(in_extra)
                    .u32(in_extra)
                    .u16(0)
                    .str();
}

void StoredZip::finish() {
  put(zip_directory(members_, position_));
  flush();
}

} // namespace canon
