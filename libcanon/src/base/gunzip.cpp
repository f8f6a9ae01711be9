#include "base/gunzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>

namespace canon {

namespace {

constexpr std::size_t chunk = std::size_t{1} << 16;
constexpr int gzip_frame = 16; // added to the window's bits: expect gzip's header and trailer

} // namespace

struct Gunzip::Stream {
  z_stream z{};
  std::array<char, chunk> input{};
};

Gunzip::Gunzip(std::streambuf& from, const std::string& head)
    : from_(from), stream_(std::make_unique<Stream>()) {
  if (inflateInit2(&stream_->z, MAX_WBITS + gzip_frame) != Z_OK) throw std::bad_alloc();
  std::copy(head.begin(), head.end(), stream_->input.begin());
  stream_->z.next_in = reinterpret_cast<Bytef*>(stream_->input.data());
  stream_->z.avail_in = static_cast<uInt>(head.size());
  taken_ = head.size();
}

Gunzip::~Gunzip() {
  inflateEnd(&stream_->z);
}

// False at the end of the file.
bool Gunzip::fill() {
  z_stream& z = stream_->z;
  if (z.avail_in > 0) return true;
  const std::streamsize got = from_.sgetn(stream_->input.data(), chunk);
  if (got <= 0) return false;
  z.next_in = reinterpret_cast<Bytef*>(stream_->input.data());
  z.avail_in = static_cast<uInt>(got);
  taken_ += static_cast<std::uint64_t>(got);
  return true;
}

std::size_t Gunzip::read(char* to, std::size_t count) {
  z_stream& z = stream_->z;
  count = std::min<std::size_t>(count, std::numeric_limits<uInt>::max());
  z.next_out = reinterpret_cast<Bytef*>(to);
  z.avail_out = static_cast<uInt>(count);
  while (z.avail_out == count) {
    if (!fill()) {
      if (inside_) throw GzipError("the stream is cut off");
      return 0;
    }
    if (!inside_) { // what follows a member is another one
      inflateReset(&z);
      inside_ = true;
    }
    const int code = inflate(&z, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code == Z_STREAM_END)
      inside_ = false;
    else if (code != Z_OK && code != Z_BUF_ERROR)
      throw GzipError(z.msg == nullptr ? "not gzip data" : z.msg);
  }
  return count - z.avail_out;
}

} // namespace canon
