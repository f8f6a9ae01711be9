#include "report/journal.hpp"

#include <canon/base/open_file.hpp>

#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace canon::lab {
namespace {

constexpr std::size_t seal_size = 9; // eight digits and a space

std::uint32_t sum_after(std::uint32_t sum, std::string_view text) {
  return static_cast<std::uint32_t>(
      crc32_z(sum, reinterpret_cast<const Bytef*>(text.data()), text.size()));
}

std::string seal(std::uint32_t sum) {
  std::array<char, seal_size + 1> text{};
  std::snprintf(text.data(), text.size(), "%08x ", static_cast<unsigned>(sum));
  return text.data();
}

} // namespace

Journal::Journal(std::filesystem::path path, const Json& configuration, bool fresh)
    : path_(std::move(path)),
      file_(std::make_unique<OpenFile>(open_ordinary_file(path_, O_RDWR | O_CREAT))) {
  lock_for_writing(*file_, path_.string());
  read(configuration.dump(), fresh);
}

Journal::~Journal() = default;

std::shared_ptr<Journal> Journal::in(const std::filesystem::path& folder, const std::string& name,
                                     const Json& configuration, bool fresh) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw WriteError(folder.string() + ": cannot be made: " + error.message());
  return std::make_shared<Journal>(folder / (name + ".journal"), configuration, fresh);
}

std::vector<Json> Journal::lines_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw ReadError(path.string() + ": cannot be read");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  Journal checked;
  std::vector<Json> lines;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    const bool good = checked.has_seal(line);
    Json value = good ? Json::parse(line.substr(seal_size), nullptr, false) : Json();
    if (!good || value.is_discarded())
      throw JournalError(path.string(), lines.size() + 1,
                         "damaged: the line and its checksum differ");
    lines.push_back(std::move(value));
  }
  return lines;
}

/// The line as written to the file. From here on it counts as written.
std::string Journal::sealed(std::string_view line) {
  std::string text(line);
  text += '\n';
  sum_ = sum_after(sum_, text);
  return seal(sum_) + text;
}

/// Whether a line of the file, without its end, is what was written there. It counts as read then.
bool Journal::has_seal(std::string_view line) {
  if (line.size() < seal_size) return false;
  const std::uint32_t sum = sum_after(sum_after(sum_, line.substr(seal_size)), "\n");
  if (line.substr(0, seal_size) != seal(sum)) return false;
  sum_ = sum;
  return true;
}

void Journal::read(const std::string& head, bool fresh) {
  const std::string text = fresh ? std::string() : read_all(*file_, path_);
  const auto damaged = [&](std::size_t line) {
    return JournalError(path_.string(), line,
                        "damaged: the line and its checksum differ; remove it and the lines after "
                        "it to compute these again, or discard the whole journal");
  };
  std::size_t good = 0; // all before it is whole
  std::size_t number = 1;
  for (std::size_t end = 0; (end = text.find('\n', good)) != std::string::npos; good = end + 1) {
    const std::string_view line = std::string_view(text).substr(good, end - good);
    if (number == 1 && line.starts_with('{'))
      throw JournalError(path_.string(), 1,
                         "expected a checksum, got the journal of an older version");
    if (!has_seal(line)) throw damaged(number);
    const std::string_view content = line.substr(seal_size);
    if (number == 1 && content != head)
      throw JournalError(path_.string(), 0, "the journal of a run with another configuration");
    if (number > 1) {
      Json value = Json::parse(content.begin(), content.end(), nullptr, false);
      if (value.is_discarded()) throw damaged(number);
      lines_.push_back(std::move(value));
    }
    ++number;
  }
  const std::string first = good == 0 ? sealed(head) : std::string();
  // Without a whole line it may hold only what a writer that was killed had begun.
  if (good == 0 && !first.starts_with(text)) throw damaged(1);
  if (::ftruncate(file_->descriptor(), static_cast<off_t>(good)) != 0)
    throw WriteError(path_.string() + ": cannot be truncated: " + std::strerror(errno));
  if (file_->seek(0, SEEK_END) < 0) throw WriteError(path_.string() + not_written(file_->error()));
  write(first);
}

void Journal::append(const Json& line) {
  write(sealed(line.dump()));
}

void Journal::write(const std::string& text) {
  if (!file_->write(text)) throw WriteError(path_.string() + not_written(file_->error()));
}

void Journal::remove() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

} // namespace canon::lab
