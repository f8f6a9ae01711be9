#pragma once

#include <filesystem>
#include <memory>

namespace canon {
class OpenFile;
}

namespace canon::lab {

/// A folder that one run at a time writes to. Made if it is not there; the lock goes with the
/// process, however that ends. What a killed run left half written is removed.
class RunFolder {
public:
  /// ReadError if another run has it, WriteError if it cannot be made.
  explicit RunFolder(std::filesystem::path path);
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  ~RunFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path checkpoint() const { return path_ / "checkpoint.bin"; }

private:
  std::filesystem::path path_;
  std::unique_ptr<OpenFile> lock_;
};

} // namespace canon::lab
