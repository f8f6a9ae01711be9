// GCC 12 sees an overlap where Boost's gzip compressor appends to its header string (GCC PR
// 105329).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wrestrict"
#endif

#include <canon/base/atomic_file.hpp>
#include <canon/base/open_file.hpp>
#include <canon/error.hpp>

#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <boost/iostreams/stream.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <unistd.h>

namespace canon {

namespace fs = std::filesystem;

namespace {

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// The rule of Linux's protected_symlinks, which the kernel cannot apply to a link that is read
/// instead of followed: in /tmp and the like a link is followed for its owner only, or if it is of
/// the folder's owner.
void require_own_link(const fs::path& path, const struct stat& link) {
  struct stat folder = {};
  if (::stat(folder_of(path).c_str(), &folder) != 0) return;
  const bool shared = (folder.st_mode & S_ISVTX) != 0 && (folder.st_mode & S_IWOTH) != 0;
  if (shared && link.st_uid != ::geteuid() && link.st_uid != folder.st_uid)
    throw WriteError(path.string() + ": expected a file or a link of your own, got another user's "
                                     "link in a folder that everyone may write to");
}

/// What a chain of links ends in, whether it exists or not.
fs::path behind_links(fs::path path) {
  constexpr int most = 40; // as in the kernel
  for (int i = 0; i < most; ++i) {
    struct stat status = {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return path;
    require_own_link(path, status);
    std::error_code error;
    const fs::path next = fs::read_symlink(path, error);
    if (error) throw WriteError(path.string() + ": cannot be read: " + error.message());
    path = path.parent_path() / next; // `next` alone if it is absolute
  }
  throw WriteError(path.string() + ": expected a file, got a chain of too many links");
}

/// A rename is on the disk only when its folder is. Where that cannot be asked for (a folder
/// without the right to read) the file is in place all the same.
void sync_folder(const fs::path& folder) {
  OpenFile file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file) (void)file.sync();
}

} // namespace

struct AtomicFile::Sink {
  static constexpr std::streamsize buffer = 1 << 16;

  explicit Sink(bool zip) : zipped(zip) {}

  void open(int descriptor) {
    file = OpenFile(descriptor);
    if (zipped) {
      chain.push(boost::iostreams::gzip_compressor());
      chain.push(FileDevice{&file}, buffer);
    } else {
      plain.open(FileDevice{&file}, buffer);
    }
  }

  std::ostream& stream() {
    return zipped ? static_cast<std::ostream&>(chain) : static_cast<std::ostream&>(plain);
  }

  OpenFile file; // before the streams, which write what they hold when they go
  boost::iostreams::stream<FileDevice> plain;
  boost::iostreams::filtering_ostream chain;
  bool zipped;
};

AtomicFile::AtomicFile(fs::path target)
    : target_(std::move(target)), sink_(std::make_unique<Sink>(target_.extension() == ".gz")) {
  std::error_code ignored;
  const fs::file_status status = fs::status(target_, ignored);
  if (fs::is_directory(status))
    throw WriteError(target_.string() + ": expected a file, got a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    // Waits for the reader of a pipe, as a shell does.
    const int descriptor = ::open(target_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) throw WriteError(target_.string() + not_written(errno));
    sink_->open(descriptor);
    return;
  }
  fs::path real = behind_links(target_);
  if (fs::exists(status) && !fs::exists(real, ignored)) // of /proc, and deleted since
    throw WriteError(target_.string() + ": expected a file, got one that has no name any more");
  target_ = std::move(real);
  int descriptor = -1;
  temporary_ = TemporaryName(target_, [&](const fs::path& path) {
    descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    return descriptor < 0 ? errno : 0;
  });
  sink_->open(descriptor);
  sink_->file.write_early(); // commit() waits for the disk
}

AtomicFile::~AtomicFile() {
  try {
    if (sink_->zipped) sink_->chain.reset();
  } catch (...) { // given up: there is no one left to tell
  }
}

std::ostream& AtomicFile::stream() {
  return sink_->stream();
}

OpenFile* AtomicFile::file() {
  return temporary_ && !sink_->zipped ? &sink_->file : nullptr;
}

void AtomicFile::check() const {
  if (!sink_->stream() || sink_->file.error() != 0)
    throw WriteError(target_.string() + not_written(sink_->file.error()));
}

void AtomicFile::commit() {
  check();
  OpenFile& file = sink_->file;
  try {
    if (sink_->zipped)
      sink_->chain.reset(); // the compressor's end
    else
      sink_->plain.flush();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& failure) {
    const std::string why = file.error() != 0 ? std::strerror(file.error()) : failure.what();
    throw WriteError(target_.string() + ": cannot be written: " + why);
  }
  if (!sink_->zipped) check();
  const bool renamed = static_cast<bool>(temporary_);
  if (file.error() != 0 || (renamed && !file.sync()) || !file.close())
    throw WriteError(target_.string() + not_written(file.error()));
  if (!renamed) return;
  temporary_.give(target_);
  sync_folder(folder_of(target_));
}

AtomicFolder::AtomicFolder(fs::path target) : target_(std::move(target)) {
  if (!target_.has_filename()) target_ = target_.parent_path(); // "NAME/"
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(target_, ignored)))
    throw WriteError(target_.string() + ": exists already");
  temporary_ = TemporaryName(
      target_, [](const fs::path& path) { return ::mkdir(path.c_str(), 0777) == 0 ? 0 : errno; });
}

void AtomicFolder::commit() {
  sync_folder(temporary_.path());
  temporary_.give(target_);
  sync_folder(folder_of(target_));
}

} // namespace canon
