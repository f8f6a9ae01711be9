#include "base/placed_io.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <vector>

namespace canon {

namespace fs = std::filesystem;

void write_at(const OpenFile& file, std::uint64_t place, const void* data, std::size_t size,
              const fs::path& path) {
  const auto* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t count = ::pwrite(file.descriptor(), bytes, size, static_cast<off_t>(place));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw WriteError(path.string() + not_written(errno));
    bytes += count;
    place += static_cast<std::uint64_t>(count);
    size -= static_cast<std::size_t>(count);
  }
}

std::size_t read_at(const OpenFile& file, std::uint64_t place, void* to, std::size_t size,
                    const fs::path& path) {
  auto* bytes = static_cast<char*>(to);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count =
        ::pread(file.descriptor(), bytes + done, size - done, static_cast<off_t>(place + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw ReadError(path.string() + ": cannot be read: " + std::strerror(errno));
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

std::uint64_t copy_range(const OpenFile& from, std::uint64_t place, const OpenFile& to,
                         std::uint64_t to_place, std::uint64_t size, const fs::path& from_path,
                         const fs::path& to_path) {
  std::uint64_t done = 0;
#ifdef __linux__
  constexpr std::uint64_t most = std::uint64_t{1} << 30;
  while (done < size) {
    auto in = static_cast<off_t>(place + done), out = static_cast<off_t>(to_place + done);
    const ssize_t count = ::copy_file_range(from.descriptor(), &in, to.descriptor(), &out,
                                            std::min(size - done, most), 0);
    if (count <= 0) break; // between file systems it cannot; an error shows again below
    done += static_cast<std::uint64_t>(count);
  }
#endif
  std::vector<char> buffer(done < size ? std::size_t{1} << 20 : 0);
  while (done < size) {
    const std::size_t got = read_at(
        from, place + done, buffer.data(),
        static_cast<std::size_t>(std::min<std::uint64_t>(size - done, buffer.size())), from_path);
    if (got == 0) break;
    write_at(to, to_place + done, buffer.data(), got, to_path);
    done += got;
  }
  return done;
}

} // namespace canon
