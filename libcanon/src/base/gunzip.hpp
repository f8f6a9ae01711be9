#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <streambuf>
#include <string>

namespace canon {

/// A gzip stream that is damaged: its data, its check sum or its length.
class GzipError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The bytes behind a gzip stream of one or more members. zlib itself reads the frame: unlike
/// Boost.Iostreams it compares the length at the end of a member as well as the check sum.
class Gunzip {
public:
  /// `head` are the bytes already taken from `from`, which outlives this.
  Gunzip(std::streambuf& from, const std::string& head);
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;
  ~Gunzip();

  /// Up to `count` bytes; 0 only at the end of the last member. Throws GzipError, or std::bad_alloc
  /// where zlib has no memory.
  std::size_t read(char* to, std::size_t count);

  /// Compressed bytes taken so far.
  [[nodiscard]] std::uint64_t taken() const { return taken_; }

private:
  struct Stream;
  bool fill();

  std::streambuf& from_;
  std::unique_ptr<Stream> stream_;
  std::uint64_t taken_ = 0;
  bool inside_ = true; ///< a member, not between two of them
};

} // namespace canon
