// GCC 12 sees an overlap where Boost's gzip compressor appends to its header string (GCC PR
// 105329).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wrestrict"
#endif

#include "atomic_file.hpp"

#include <canon/error.hpp>
#include <canon/unfinished.hpp>

#include <boost/iostreams/categories.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>

#include <atomic>
#include <cstring>
#include <fstream>
#include <mutex>
#include <set>
#include <unistd.h>

namespace canon {

namespace fs = std::filesystem;

namespace {

// In the same folder, for a rename across file systems is a copy. The process and a counter make
// it unlike any other that lives.
fs::path temporary_name(const fs::path& target) {
  static std::atomic<unsigned> counter{0};
  std::string text = target.filename().string();
  text.insert(text.begin(), '.'); // hidden
  text += ".tmp" + std::to_string(::getpid()) + '-' + std::to_string(counter++);
  fs::path name = target;
  name.replace_filename(text);
  return name;
}

/// The temporary names in use, and the lock under which they come and go. Never destroyed: a
/// signal may come while the process ends.
struct Unfinished {
  std::mutex lock;
  std::set<fs::path> names;
};

Unfinished& unfinished() {
  static auto* const all = new Unfinished;
  return *all;
}

/// `make` brings the file into being, under the lock: once all are discarded none can follow.
template <typename Make>
void begin_name(const fs::path& temporary, const Make& make) {
  const std::lock_guard guard(unfinished().lock);
  unfinished().names.insert(temporary);
  make();
}

void drop_name(const fs::path& temporary) {
  const std::lock_guard guard(unfinished().lock);
  std::error_code ignored;
  fs::remove_all(temporary, ignored);
  unfinished().names.erase(temporary);
}

void give_name(const fs::path& temporary, const fs::path& target) {
  const std::lock_guard guard(unfinished().lock);
  std::error_code error;
  fs::rename(temporary, target, error);
  if (!error) unfinished().names.erase(temporary);
  if (error) throw FileError(target.string() + ": cannot be put in place: " + error.message());
}

// Boost's own adaptor of a stream tries a failed write again for ever.
struct ThrowingSink {
  using char_type = char;
  using category = boost::iostreams::sink_tag;

  std::streamsize write(const char* bytes, std::streamsize count) const {
    if (!file->write(bytes, count)) throw std::ios_base::failure("write error");
    return count;
  }

  std::ofstream* file;
};

} // namespace

struct AtomicFile::Sink {
  std::ofstream file;
  boost::iostreams::filtering_ostream chain;
  bool zipped = false;
};

AtomicFile::AtomicFile(fs::path target)
    : target_(std::move(target)), sink_(std::make_unique<Sink>()) {
  sink_->zipped = target_.extension() == ".gz";
  std::error_code ignored;
  // A link stays a link: what it points to is replaced.
  if (const fs::path real = fs::canonical(target_, ignored); !ignored) target_ = real;
  const fs::file_status status = fs::status(target_, ignored);
  if (fs::is_directory(status))
    throw FileError(target_.string() + ": expected a file, got a folder");
  const bool direct = fs::exists(status) && !fs::is_regular_file(status);
  const auto open = [this](const fs::path& name) {
    sink_->file.open(name, std::ios::binary | std::ios::trunc);
  };
  if (direct) {
    open(target_);
  } else {
    temporary_ = temporary_name(target_);
    begin_name(temporary_, [&] { open(temporary_); });
  }
  if (!sink_->file) {
    const std::string why = std::strerror(errno);
    if (!direct) drop_name(temporary_);
    throw FileError(target_.string() + ": cannot be written: " + why);
  }
  if (sink_->zipped) {
    sink_->chain.push(boost::iostreams::gzip_compressor());
    sink_->chain.push(ThrowingSink{&sink_->file});
  }
}

AtomicFile::~AtomicFile() {
  try {
    if (sink_->zipped) sink_->chain.reset();
  } catch (...) { // given up: there is no one left to tell
  }
  sink_->file.close();
  if (!temporary_.empty()) drop_name(temporary_);
}

std::ostream& AtomicFile::stream() {
  return sink_->zipped ? static_cast<std::ostream&>(sink_->chain) : sink_->file;
}

void AtomicFile::check() const {
  if (!sink_->file || (sink_->zipped && !sink_->chain))
    throw FileError(target_.string() + ": cannot be written");
}

void AtomicFile::commit() {
  check();
  try {
    if (sink_->zipped) {
      sink_->chain.reset(); // the compressor's end
      sink_->zipped = false;
    }
  } catch (const std::exception& failure) {
    throw FileError(target_.string() + ": cannot be written: " + failure.what());
  }
  sink_->file.close();
  check();
  if (temporary_.empty()) return;
  give_name(temporary_, target_);
  temporary_.clear();
}

AtomicFolder::AtomicFolder(fs::path target) : target_(std::move(target)) {
  if (!target_.has_filename()) target_ = target_.parent_path(); // "NAME/"
  std::error_code error;
  if (fs::exists(fs::symlink_status(target_, error)))
    throw FileError(target_.string() + ": exists already");
  temporary_ = temporary_name(target_);
  bool made = false;
  begin_name(temporary_, [&] { made = fs::create_directory(temporary_, error); });
  if (!made) {
    drop_name(temporary_);
    throw FileError(target_.string() + ": cannot be made: " + error.message());
  }
}

AtomicFolder::~AtomicFolder() {
  if (!temporary_.empty()) drop_name(temporary_);
}

void AtomicFolder::commit() {
  give_name(temporary_, target_);
  temporary_.clear();
}

void discard_unfinished_files() noexcept {
  Unfinished& all = unfinished();
  all.lock.lock(); // and never unlocked: what is begun now could not be removed any more
  try {
    for (const fs::path& name : all.names) {
      std::error_code error;
      // Another thread may still put files into a folder while it is emptied.
      for (int attempt = 0; attempt < 10; ++attempt)
        if (fs::remove_all(name, error); !error) break;
    }
  } catch (...) { // out of memory: nothing better can be done
  }
}

} // namespace canon
