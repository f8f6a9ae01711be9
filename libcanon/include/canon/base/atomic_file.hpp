#pragma once

#include <canon/base/temporary_name.hpp>
#include <canon/export.hpp>

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>

namespace canon CANON_API {

class OpenFile;

/// A file that appears whole or not at all: written under a temporary name in the target's folder,
/// with mode 0666 & ~umask, renamed by commit(), removed by the destructor if commit() was not
/// reached. The contents are gzip where the target's name ends in .gz. Something that is no
/// ordinary file (a device, a pipe) is written directly.
///
/// A target that is a symbolic link stays one: what it points to is replaced or made, as by a
/// shell's ">". As in the kernel's rule for such folders (protected_symlinks), a link that another
/// user put into a sticky folder which everyone may write to is refused.
class AtomicFile {
public:
  /// WriteError if the temporary file cannot be made.
  explicit AtomicFile(std::filesystem::path target);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  [[nodiscard]] std::ostream& stream();
  /// The file itself, to write to its places instead of to the stream; null if it is compressed or
  /// no ordinary file.
  [[nodiscard]] OpenFile* file();
  /// WriteError if the stream has failed, as it does when the disk is full.
  void check() const;
  /// Writes what is buffered, to the disk itself, and gives the file its name: after a loss of
  /// power there is the old file or the new one. WriteError if something fails.
  void commit();

private:
  struct Sink;

  std::filesystem::path target_;
  TemporaryName temporary_;
  std::unique_ptr<Sink> sink_;
};

/// The same for a folder: files are put into path(), commit() gives it its name. WriteError if the
/// target exists already.
class AtomicFolder {
public:
  explicit AtomicFolder(std::filesystem::path target);

  [[nodiscard]] const std::filesystem::path& path() const { return temporary_.path(); }
  void commit();

private:
  std::filesystem::path target_;
  TemporaryName temporary_;
};

/// For a program that is about to end without unwinding, on a signal say: removes every file and
/// folder that a writer has under a temporary name. From then on no writer can begin or complete a
/// file; one that tries waits for the end of the process. A file system that does not answer is
/// waited for no longer than two seconds. Not to be called from a signal handler itself (it takes a
/// lock and memory).
void discard_unfinished_files() noexcept;

} // namespace canon
