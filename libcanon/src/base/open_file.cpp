#include <canon/base/open_file.hpp>
#include <canon/error.hpp>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace canon {

namespace fs = std::filesystem;

bool OpenFile::checked(bool good) noexcept {
  if (!good && error_ == 0) error_ = errno;
  return good;
}

bool OpenFile::write(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (!checked(count >= 0)) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
    send_early(static_cast<std::size_t>(count));
  }
  return true;
}

// Without waiting, and whether it works or not: sync() has the last word.
void OpenFile::send_early(std::size_t count) noexcept {
#ifdef SYNC_FILE_RANGE_WRITE
  if (!early_ || (unsent_ += count) < early_piece) return;
  unsent_ = 0;
  const int error = errno;
  (void)::sync_file_range(descriptor_, 0, 0, SYNC_FILE_RANGE_WRITE); // 0, 0: all of the file
  errno = error;
#else
  (void)count;
#endif
}

std::streamsize OpenFile::read(char* to, std::size_t count) noexcept {
  ssize_t got = 0;
  do
    got = ::read(descriptor_, to, count);
  while (got < 0 && errno == EINTR);
  (void)checked(got >= 0);
  return got;
}

std::int64_t OpenFile::seek(std::int64_t offset, int whence) noexcept {
  const off_t place = ::lseek(descriptor_, offset, whence);
  (void)checked(place >= 0);
  return place;
}

bool OpenFile::sync() noexcept {
  // Some file systems cannot; there is nothing else to ask for then.
  return checked(::fsync(descriptor_) == 0 || errno == EINVAL || errno == ENOTSUP);
}

bool OpenFile::close() noexcept {
  if (descriptor_ < 0) return true;
  // Linux has closed the descriptor even where EINTR is returned.
  return checked(::close(std::exchange(descriptor_, -1)) == 0 || errno == EINTR);
}

std::streamsize FileDevice::read(char* to, std::streamsize count) const {
  const std::streamsize got = file->read(to, static_cast<std::size_t>(count));
  if (got < 0) throw std::ios_base::failure("read error");
  return got == 0 ? -1 : got;
}

std::streamsize FileDevice::write(const char* bytes, std::streamsize count) const {
  if (!file->write({bytes, static_cast<std::size_t>(count)}))
    throw std::ios_base::failure("write error");
  return count;
}

boost::iostreams::stream_offset FileDevice::seek(boost::iostreams::stream_offset offset,
                                                 std::ios_base::seekdir way) const {
  const int whence = way == std::ios_base::beg   ? SEEK_SET
                     : way == std::ios_base::cur ? SEEK_CUR
                                                 : SEEK_END;
  const std::int64_t place = file->seek(offset, whence);
  if (place < 0) throw std::ios_base::failure("seek error");
  return place;
}

std::string not_written(int error) {
  return error == 0 ? ": cannot be written"
                    : std::string(": cannot be written: ") + std::strerror(error);
}

OpenFile open_ordinary_file(const fs::path& path, int flags) {
  // Without O_NONBLOCK the opening of a pipe would wait for its other end.
  OpenFile file(::open(path.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666));
  struct stat status = {};
  const bool refused = !file && (errno == ELOOP || errno == ENXIO);
  if (!file && !refused)
    throw WriteError(path.string() + ": cannot be opened: " + std::strerror(errno));
  if (refused || ::fstat(file.descriptor(), &status) != 0 || !S_ISREG(status.st_mode))
    throw WriteError(path.string() + ": expected an ordinary file, got a link, pipe or device");
  return file;
}

void lock_for_writing(const OpenFile& file, const std::string& what) {
  if (::flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0)
    throw ArgumentError(what + ": another run is writing to it");
}

std::string read_all(OpenFile& file, const fs::path& path) {
  std::string text;
  std::array<char, 1 << 14> buffer{};
  std::streamsize got = 0;
  while ((got = file.read(buffer.data(), buffer.size())) > 0)
    text.append(buffer.data(), static_cast<std::size_t>(got));
  if (got < 0) throw ReadError(path.string() + ": cannot be read: " + std::strerror(file.error()));
  return text;
}

OpenFile nameless_file() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (error) throw WriteError("TMPDIR: expected a folder for temporary files: " + error.message());
#ifdef O_TMPFILE
  OpenFile file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file) return file;
#endif
  // Not every file system can do without a name.
  std::string name = (folder / "canon-XXXXXX").string();
  OpenFile named(::mkostemp(name.data(), O_CLOEXEC));
  if (!named)
    throw WriteError(folder.string() + ": no temporary file can be made: " + std::strerror(errno));
  ::unlink(name.c_str());
  return named;
}

} // namespace canon
