#include "encoding/npz_layout.hpp"

#include <canon/error.hpp>

#include <cerrno>
#include <unistd.h>

namespace canon {

std::uint64_t NpzLayout::first_row() {
  return ZipMember{"encoding.npy", 0, 0, 0}.data() + npy_head_size;
}

NpzLayout::NpzLayout(const NpzShape& shape, std::string label) : label_(std::move(label)) {
  const std::uint64_t number = sizeof(double);
  add("encoding.npy", npy_head("<f8", shape.vertices, shape.width),
      shape.vertices * shape.width * number);
  add("offsets.npy", npy_head("<i8", shape.graphs + 1, 0), (shape.graphs + 1) * number);
  add("eigenvalues.npy", npy_head("<f8", shape.graphs, shape.k), shape.graphs * shape.k * number);
  add("settled.npy", npy_head("|u1", shape.graphs, shape.k), shape.graphs * shape.k);
  if (!label_.empty()) add("part.npy", npy_head("|u1", label_.size(), 0), label_.size());
}

void NpzLayout::add(const std::string& name, const std::string& head, std::uint64_t size) {
  Entry& entry = entries_.emplace_back();
  entry.member.name = name;
  entry.member.offset = end_;
  entry.member.size = head.size() + size;
  entry.head = head;
  end_ = entry.member.data() + entry.member.size;
}

std::uint64_t NpzLayout::begin(Array array) const {
  return entries_[array].member.data() + npy_head_size;
}

std::uint64_t NpzLayout::size(Array array) const {
  return entries_[array].member.size - npy_head_size;
}

void NpzLayout::complete(const OpenFile& file, const std::array<std::uint32_t, 4>& sums,
                         const std::filesystem::path& path) const {
  std::vector<ZipMember> members;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const auto& [member, head] = entries_[i];
    const std::uint32_t sum = i < sums.size() ? sums[i] : checksum(0, label_.data(), label_.size());
    members.push_back(member);
    members.back().crc =
        joined_checksums(checksum(0, head.data(), head.size()), sum, member.size - head.size());
    const std::string text = members.back().header() + head;
    write_at(file, member.offset, text.data(), text.size(), path);
  }
  if (!label_.empty())
    write_at(file, members.back().data() + npy_head_size, label_.data(), label_.size(), path);
  const std::string directory = zip_directory(members, end_);
  write_at(file, end_, directory.data(), directory.size(), path);
  if (::ftruncate(file.descriptor(), static_cast<off_t>(end_ + directory.size())) != 0)
    throw WriteError(path.string() + not_written(errno));
}

void NpzSection::add(const void* data, std::size_t size) {
  constexpr std::size_t limit = std::size_t{1} << 20;
  buffer_.append(static_cast<const char*>(data), size);
  if (buffer_.size() >= limit) flush();
}

std::uint32_t NpzSection::finish() {
  flush();
  return sum_;
}

void NpzSection::flush() {
  sum_ = checksum(sum_, buffer_.data(), buffer_.size());
  write_at(file_, place_, buffer_.data(), buffer_.size(), path_);
  place_ += buffer_.size();
  buffer_.clear();
}

} // namespace canon
