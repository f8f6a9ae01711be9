#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>

namespace canon {

/// A file that appears whole or not at all: written under a temporary name in the target's folder,
/// renamed by commit(), removed by the destructor if commit() was not reached. The contents are
/// gzip where the target's name ends in .gz. Something that is no ordinary file (a device, a pipe)
/// is written directly.
class AtomicFile {
public:
  /// FileError if the temporary file cannot be made.
  explicit AtomicFile(std::filesystem::path target);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  [[nodiscard]] std::ostream& stream();
  /// FileError if the stream has failed, as it does when the disk is full.
  void check() const;
  /// Writes out what is buffered and gives the file its name. FileError if either fails.
  void commit();

private:
  struct Sink;

  std::filesystem::path target_, temporary_;
  std::unique_ptr<Sink> sink_;
};

/// The same for a folder: files are put into path(), commit() gives it its name. FileError if the
/// target exists already.
class AtomicFolder {
public:
  explicit AtomicFolder(std::filesystem::path target);
  AtomicFolder(const AtomicFolder&) = delete;
  AtomicFolder& operator=(const AtomicFolder&) = delete;
  ~AtomicFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return temporary_; }
  void commit();

private:
  std::filesystem::path target_, temporary_;
};

} // namespace canon
