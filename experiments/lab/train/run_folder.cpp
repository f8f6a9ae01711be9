#include "train/run_folder.hpp"

#include <canon/base/open_file.hpp>
#include <canon/error.hpp>

#include <fcntl.h>

namespace canon::lab {

namespace fs = std::filesystem;

RunFolder::RunFolder(fs::path path) : path_(std::move(path)) {
  std::error_code error;
  fs::create_directories(path_, error);
  if (error) throw WriteError(path_.string() + ": cannot be made: " + error.message());
  const fs::path name = path_ / "lock";
  lock_ = std::make_unique<OpenFile>(open_ordinary_file(name, O_CREAT | O_RDWR));
  lock_for_writing(*lock_, path_.string());
  for (const fs::directory_entry& entry : fs::directory_iterator(path_, error)) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with(".") && file.find(".tmp") != std::string::npos) // AtomicFile's
      fs::remove(entry.path(), error);
  }
}

RunFolder::~RunFolder() = default;

} // namespace canon::lab
