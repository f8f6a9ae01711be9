#pragma once

#include <canon/export.hpp>

#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/positioning.hpp>

#include <filesystem>
#include <ios>
#include <string>
#include <string_view>
#include <utility>

namespace canon CANON_API {

/// A file descriptor that is closed by its destructor. Remembers why it failed first, which a
/// stream above it does not say.
class OpenFile {
public:
  OpenFile() = default;
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  OpenFile(OpenFile&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), error_(other.error_),
        early_(other.early_), unsent_(other.unsent_) {}
  OpenFile& operator=(OpenFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(error_, other.error_);
    std::swap(early_, other.early_);
    std::swap(unsent_, other.unsent_);
    return *this;
  }
  ~OpenFile() { (void)close(); }

  explicit operator bool() const { return descriptor_ >= 0; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// errno of the first failure, 0 without one.
  [[nodiscard]] int error() const { return error_; }

  /// All of the text, in as many calls as it takes. False if it fails, as all below.
  [[nodiscard]] bool write(std::string_view text) noexcept;
  /// The number of bytes read, 0 at the end, -1 if it fails.
  [[nodiscard]] std::streamsize read(char* to, std::size_t count) noexcept;
  /// The new position, -1 if it fails.
  [[nodiscard]] std::int64_t seek(std::int64_t offset, int whence) noexcept;
  /// The bytes are on the disk when this returns, and survive a loss of power.
  [[nodiscard]] bool sync() noexcept;
  /// From now on what is written is sent to the disk while more is written, so that sync() has
  /// little left to wait for. (On Linux; elsewhere sync() sends all of it.)
  void write_early() noexcept { early_ = true; }
  [[nodiscard]] bool close() noexcept;

private:
  static constexpr std::size_t early_piece = std::size_t{1} << 20;

  bool checked(bool good) noexcept;
  void send_early(std::size_t count) noexcept;

  int descriptor_ = -1;
  int error_ = 0;
  bool early_ = false;
  std::size_t unsent_ = 0; ///< bytes, if early_
};

/// The same as a device of Boost.Iostreams. A failure throws: Boost tries a short write again for
/// ever. A stream above it turns that into its badbit.
struct FileDevice {
  using char_type = char;
  using category = boost::iostreams::seekable_device_tag;

  std::streamsize read(char* to, std::streamsize count) const;
  std::streamsize write(const char* bytes, std::streamsize count) const;
  boost::iostreams::stream_offset seek(boost::iostreams::stream_offset offset,
                                       std::ios_base::seekdir way) const;

  OpenFile* file;
};

/// ": cannot be written: No space left on device", or without the reason where there is none.
[[nodiscard]] std::string not_written(int error);

/// Opens a file that is known by its fixed name, such as a journal or a lock, and made with
/// 0666 & ~umask if `flags` say so. Only an ordinary file: a link in its place could lead to any
/// other file, and a pipe would make the program wait for ever. WriteError.
[[nodiscard]] OpenFile open_ordinary_file(const std::filesystem::path& path, int flags);

/// Takes the lock of a file until it is closed: one process at a time writes to `what`.
/// ArgumentError if another has it.
void lock_for_writing(const OpenFile& file, const std::string& what);

/// All that follows the current position. WriteError, which names `path`.
[[nodiscard]] std::string read_all(OpenFile& file, const std::filesystem::path& path);

/// A temporary file without a name, in the folder that TMPDIR names: nothing is left behind however
/// the program ends. WriteError.
[[nodiscard]] OpenFile nameless_file();

} // namespace canon
