#include "base/line_reader.hpp"

#include "base/gunzip.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <istream>
#include <optional>
#include <utility>

namespace canon {

namespace {

constexpr std::size_t chunk = std::size_t{1} << 16;
// Text of graphs unfolds 3 to 30-fold, deflate at most 1032-fold.
constexpr std::uint64_t most_unfolding = 200;
constexpr std::size_t no_limit = std::size_t{1} << 60; // so that sums with it do not overflow

} // namespace

// The bytes of a file or stream, unpacked where they are gzip.
struct LineReader::Source {
  std::filebuf file;
  std::streambuf* from = nullptr;
  std::string head; // the two bytes taken for the gzip test, until they are read
  std::optional<Gunzip> gunzip;
  std::uint64_t given = 0;

  void open(std::streambuf* bytes) {
    from = bytes;
    for (int c; head.size() < 2 && (c = from->sbumpc()) != std::char_traits<char>::eof();)
      head += static_cast<char>(c);
    if (head == "\x1f\x8b") gunzip.emplace(*from, std::exchange(head, {}));
  }

  std::size_t read(char* to, std::size_t count) {
    std::size_t got = 0;
    if (gunzip) {
      got = gunzip->read(to, count);
    } else if (!head.empty()) {
      got = head.copy(to, count);
      head.erase(0, got);
    } else if (const auto more = from->sgetn(to, static_cast<std::streamsize>(count)); more > 0) {
      got = static_cast<std::size_t>(more);
    }
    given += got;
    return got;
  }

  [[nodiscard]] bool unfolds_too_far(std::size_t limit) const {
    return gunzip && given > limit && given / most_unfolding > gunzip->taken();
  }
};

LineReader::LineReader(const std::filesystem::path& path, std::size_t limit)
    : name_(path.string()), source_(std::make_unique<Source>()), limit_(std::min(limit, no_limit)) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw ReadError(name_ + ": expected a file, got a folder");
  if (source_->file.open(path, std::ios::in | std::ios::binary) == nullptr)
    throw ReadError(name_ + ": cannot be opened: " + std::strerror(errno));
  try {
    source_->open(&source_->file);
  } catch (const std::ios_base::failure& failure) {
    throw ReadError(name_ + ": cannot be read: " + failure.what());
  }
}

LineReader::LineReader(std::istream& in, std::string name, std::size_t limit)
    : name_(std::move(name)), source_(std::make_unique<Source>()),
      limit_(std::min(limit, no_limit)) {
  if (in.rdbuf() == nullptr) throw ReadError(name_ + ": the stream has no buffer");
  source_->open(in.rdbuf());
}

LineReader::~LineReader() = default;

void LineReader::fail_at_limit(const std::string& what) const {
  throw ParseError(name_, line_number_ + 1,
                   "expected " + what + " at most " + std::to_string(limit_ >> 20) +
                       " MiB (ReadOptions::max_text), got more",
                   ReadRule::max_text);
}

bool LineReader::refill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ > limit_) fail_at_limit("a line or document of");
  if (buffer_.size() - end_ < chunk) {
    // The last step goes to the limit at once: old and new buffer together are 1.5 times that.
    std::size_t size = std::max(2 * buffer_.size(), 2 * chunk);
    if (size + chunk > limit_) size = limit_ + 2 * chunk;
    buffer_.reserve(size); // exactly, where resize would double
    buffer_.resize(size);
  }
  try {
    const std::size_t got = source_->read(buffer_.data() + end_, chunk);
    at_end_ = got == 0;
    end_ += got;
  } catch (const GzipError& error) {
    ++line_number_;
    fail("gzip data", std::string("a damaged or truncated gzip stream (") + error.what() + ")");
  } catch (const std::ios_base::failure& failure) {
    throw ReadError(name_ + ": cannot be read: " + failure.what());
  }
  if (source_->unfolds_too_far(limit_))
    fail_at_limit("gzip data that unfold at most " + std::to_string(most_unfolding) +
                  "-fold, or to");
  return !at_end_;
}

bool LineReader::next(std::string_view& line) {
  if (again_) {
    again_ = false;
    line = line_;
    return true;
  }
  std::size_t searched = 0;
  const char* newline = nullptr;
  for (;;) {
    if (begin_ + searched < end_)
      newline = static_cast<const char*>(
          std::memchr(buffer_.data() + begin_ + searched, '\n', end_ - begin_ - searched));
    if (newline != nullptr) break;
    searched = end_ - begin_;
    if (!refill()) break;
  }
  if (newline == nullptr && begin_ == end_) return false;
  const std::size_t length = newline != nullptr
                                 ? static_cast<std::size_t>(newline - (buffer_.data() + begin_))
                                 : end_ - begin_;
  line_ = std::string_view(buffer_.data() + begin_, length);
  begin_ += length + (newline != nullptr ? 1 : 0);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  ++line_number_;
  line = line_;
  return true;
}

std::string_view LineReader::rest() {
  while (refill()) {
  }
  const std::string_view all(buffer_.data() + begin_, end_ - begin_);
  begin_ = end_;
  return all;
}

std::string_view LineReader::peek(std::size_t count) {
  while (end_ - begin_ < count && refill()) {
  }
  return {buffer_.data() + begin_, std::min(end_ - begin_, count)};
}

void LineReader::fail(const std::string& expected, const std::string& got) const {
  throw ParseError(name_, line_number_, "expected " + expected + ", got " + got);
}

void LineReader::fail_at_end(const std::string& expected) const {
  throw ParseError(name_, line_number_ + 1, "expected " + expected + ", got the end of the file");
}

} // namespace canon
