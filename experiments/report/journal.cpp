#include "report/journal.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <shell/errors.hpp>
#include <sstream>
#include <sys/file.h>
#include <unistd.h>

namespace canon::lab {
namespace {

FileError failure(const std::filesystem::path& path, const char* what) {
  return FileError(path.string() + ": " + what + ": " + std::strerror(errno));
}

std::string whole_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

} // namespace

Journal::Journal(std::filesystem::path path, const Json& configuration, bool fresh)
    : path_(std::move(path)) {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) throw failure(path_, "cannot be opened");
  try {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0)
      throw tool::UsageError(path_.string() + ": another run is writing to it");
    read(configuration.dump() + "\n", fresh);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

Journal::~Journal() {
  ::close(file_);
}

void Journal::read(const std::string& head, bool fresh) {
  const std::string text = fresh ? std::string() : whole_file(path_);
  std::size_t good = 0; // all before it is whole
  if (text.starts_with(head)) {
    good = head.size();
    for (std::size_t end = 0; (end = text.find('\n', good)) != std::string::npos; good = end + 1) {
      Json line = Json::parse(text.begin() + static_cast<std::ptrdiff_t>(good),
                              text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
      if (line.is_discarded()) break;
      lines_.push_back(std::move(line));
    }
  } else if (!head.starts_with(text)) { // a head cut short is no configuration yet
    throw tool::UsageError(path_.string() + ": the journal of a run with another configuration; "
                                            "--fresh discards it, or choose another --out");
  }
  if (::ftruncate(file_, static_cast<off_t>(good)) != 0) throw failure(path_, "cannot be cut");
  if (::lseek(file_, 0, SEEK_END) < 0) throw failure(path_, "cannot be written");
  if (good == 0) write(head);
}

void Journal::append(const Json& line) {
  write(line.dump() + "\n");
}

void Journal::write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(file_, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) throw failure(path_, "cannot be written");
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

void Journal::remove() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

} // namespace canon::lab
