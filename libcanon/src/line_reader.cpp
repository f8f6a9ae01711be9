#include "line_reader.hpp"

#include <canon/error.hpp>

#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <istream>

namespace canon {

namespace {

constexpr std::size_t chunk = std::size_t{1} << 16;
constexpr std::size_t max_text = std::size_t{1} << 30;

// The stream's bytes with the two already taken for the gzip test put back in front.
struct Replay {
  using char_type = char;
  using category = boost::iostreams::source_tag;

  std::streamsize read(char* to, std::streamsize count) {
    std::streamsize done = 0;
    while (done < count && head_used < head_size)
      to[done++] = head[head_used++];
    if (done < count) done += from->sgetn(to + done, count - done);
    return done == 0 ? -1 : done;
  }

  std::streambuf* from = nullptr;
  char head[2] = {0, 0};
  int head_size = 0, head_used = 0;
};

} // namespace

struct LineReader::Source {
  std::filebuf file;
  boost::iostreams::filtering_streambuf<boost::iostreams::input> chain;

  void open(std::streambuf* from) {
    Replay replay;
    replay.from = from;
    for (int c; replay.head_size < 2 && (c = from->sbumpc()) != std::char_traits<char>::eof();)
      replay.head[replay.head_size++] = static_cast<char>(c);
    if (replay.head_size == 2 && replay.head[0] == '\x1f' && replay.head[1] == '\x8b')
      chain.push(boost::iostreams::gzip_decompressor(boost::iostreams::gzip::default_window_bits,
                                                     static_cast<std::streamsize>(chunk)));
    chain.push(replay, static_cast<std::streamsize>(chunk));
  }
};

LineReader::LineReader(const std::filesystem::path& path)
    : name_(path.string()), source_(std::make_unique<Source>()) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw FileError(name_ + ": expected a file, got a folder");
  if (source_->file.open(path, std::ios::in | std::ios::binary) == nullptr)
    throw FileError(name_ + ": cannot be opened: " + std::strerror(errno));
  try {
    source_->open(&source_->file);
  } catch (const std::ios_base::failure& failure) {
    throw FileError(name_ + ": cannot be read: " + failure.what());
  }
  bytes_ = &source_->chain;
}

LineReader::LineReader(std::istream& in, std::string name)
    : name_(std::move(name)), source_(std::make_unique<Source>()) {
  if (in.rdbuf() == nullptr) throw FileError(name_ + ": the stream has no buffer");
  source_->open(in.rdbuf());
  bytes_ = &source_->chain;
}

LineReader::~LineReader() = default;

bool LineReader::refill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ > max_text) fail("at most 1 GiB in one piece", "more");
  if (buffer_.size() - end_ < chunk) buffer_.resize(std::max(2 * buffer_.size(), 2 * chunk));
  try {
    const auto got = bytes_->sgetn(buffer_.data() + end_, static_cast<std::streamsize>(chunk));
    at_end_ = got <= 0;
    if (!at_end_) end_ += static_cast<std::size_t>(got);
  } catch (const boost::iostreams::gzip_error&) {
    ++line_number_;
    fail("gzip data", "a damaged or truncated gzip stream");
  } catch (const std::ios_base::failure& failure) {
    throw FileError(name_ + ": cannot be read: " + failure.what());
  }
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

std::string LineReader::rest() {
  while (refill()) {
  }
  std::string all;
  if (end_ > begin_) all.assign(buffer_.data() + begin_, end_ - begin_);
  begin_ = end_ = 0;
  buffer_ = {};
  return all;
}

void LineReader::fail(const std::string& expected, const std::string& got) const {
  throw ParseError(name_, line_number_, "expected " + expected + ", got " + got);
}

void LineReader::fail_at_end(const std::string& expected) const {
  throw ParseError(name_, line_number_ + 1, "expected " + expected + ", got the end of the file");
}

} // namespace canon
