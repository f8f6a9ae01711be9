#include "train/binary_file.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/error.hpp>

#include <boost/crc.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <ostream>

namespace canon::lab {
namespace {

constexpr std::uint32_t order_mark = 0x01020304;

std::uint32_t checksum(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ReadError(path.string() + ": cannot be opened");
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

BinaryWriter::BinaryWriter(std::string_view magic) : bytes_(magic) {
  put(order_mark);
}

void BinaryWriter::put(const std::string& text) {
  put(static_cast<std::uint64_t>(text.size()));
  put_bytes(text.data(), text.size());
}

void BinaryWriter::commit(const std::filesystem::path& path) {
  put(checksum(bytes_));
  AtomicFile file(path);
  file.stream().write(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
  file.commit();
}

BinaryReader::BinaryReader(const std::filesystem::path& path, std::string_view magic,
                           std::string noun)
    : path_(path.string()), noun_(std::move(noun)), all_(contents(path)) {
  const std::size_t compared = std::min(all_.size(), magic.size());
  if (compared == 0 || std::string_view(all_).substr(0, compared) != magic.substr(0, compared))
    throw ReadError(
        path_ + (all_.empty() ? ": damaged: an empty file" : ": not a " + noun_ + " of canon-lab"));
  std::uint32_t sum = 0;
  if (all_.size() < magic.size() + sizeof order_mark + sizeof sum)
    throw ReadError(path_ + ": a damaged " + noun_ + ": it ends after " +
                    std::to_string(all_.size()) + " bytes");
  const std::string_view body(all_.data(), all_.size() - sizeof sum);
  std::memcpy(&sum, all_.data() + body.size(), sizeof sum);
  if (sum != checksum(body))
    throw ReadError(path_ + ": a damaged " + noun_ +
                    ": its checksum is wrong; remove it to start again");
  left_ = body.substr(magic.size());
  std::uint32_t order = 0;
  get(order);
  if (order != order_mark)
    throw ReadError(path_ + ": a " + noun_ + " of a machine with another byte order");
}

void BinaryReader::get(std::string& text) {
  std::vector<char> letters;
  get(letters);
  text.assign(letters.begin(), letters.end());
}

void BinaryReader::fail() const {
  throw ReadError(path_ + ": a " + noun_ + " of another version of this program");
}

const char* BinaryReader::take(std::size_t count) {
  if (count > left_.size()) fail();
  const char* const at = left_.data();
  left_.remove_prefix(count);
  return at;
}

} // namespace canon::lab
