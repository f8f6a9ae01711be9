#pragma once

#include <canon/export.hpp>

#include <filesystem>
#include <functional>

namespace canon CANON_API {

/// A name beside the target that nobody can foresee, for a file or folder that is not complete yet.
/// What has it is removed by the destructor and by discard_unfinished_files(), unless give() was
/// reached.
class TemporaryName {
public:
  /// Makes a file or folder of the given path, which must not exist yet; returns 0 or errno.
  using Make = std::function<int(const std::filesystem::path&)>;

  /// None.
  TemporaryName() = default;
  /// Calls `make` with one name after another while it returns EEXIST. WriteError for any other
  /// failure.
  TemporaryName(const std::filesystem::path& target, const Make& make);
  TemporaryName(TemporaryName&& other) noexcept { path_.swap(other.path_); }
  TemporaryName& operator=(TemporaryName&& other) noexcept {
    path_.swap(other.path_);
    return *this;
  }
  ~TemporaryName();

  explicit operator bool() const { return !path_.empty(); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Renames to `target`, in place of what is there. WriteError.
  void give(const std::filesystem::path& target);

private:
  std::filesystem::path path_;
};

} // namespace canon
