#include "train/run_folder.hpp"

#include "shell/errors.hpp"

#include <canon/error.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace canon::lab {

namespace fs = std::filesystem;

RunFolder::RunFolder(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  fs::create_directories(path_, error);
  if (error) throw FileError(path_.string() + ": cannot be made: " + error.message());
  const fs::path name = path_ / "lock";
  lock_ = ::open(name.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
  if (lock_ < 0) throw FileError(name.string() + ": cannot be written: " + std::strerror(errno));
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    ::close(lock_);
    throw tool::InputError(path_.string() + ": another run is writing to this folder");
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(path_, error)) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with(".") && file.find(".tmp") != std::string::npos) // AtomicFile's
      fs::remove(entry.path(), error);
  }
}

RunFolder::~RunFolder() {
  ::close(lock_);
}

} // namespace canon::lab
