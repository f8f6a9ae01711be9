#include <canon/base/atomic_file.hpp>
#include <canon/base/temporary_name.hpp>
#include <canon/error.hpp>

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <sys/random.h>

namespace canon {

namespace fs = std::filesystem;

namespace {

/// The temporary names in use. Never destroyed: a signal may come while the process ends.
struct Unfinished {
  std::mutex lock;
  std::condition_variable changed;
  std::set<fs::path> names;
  std::size_t busy = 0; ///< threads within a system call on one of them
  bool ending = false;  ///< and nothing is begun or completed any more

  /// Whoever comes here while the process ends waits for its end.
  void stay_if_ending(std::unique_lock<std::mutex>& guard) {
    changed.wait(guard, [this] { return !ending; });
  }
};

Unfinished& unfinished() {
  static auto* const all = new Unfinished;
  return *all;
}

/// Runs a system call on a name; `held` says whether the name is in use after its success and
/// after its failure. The lock is free meanwhile: the call takes as long as the file system likes,
/// and a signal must end the process all the same.
struct Held {
  bool on_success, on_failure;
};

template <typename Call>
int work_on(const fs::path& name, const Held& held, const Call& call) {
  Unfinished& all = unfinished();
  std::unique_lock guard(all.lock);
  all.stay_if_ending(guard);
  all.names.insert(name);
  ++all.busy;
  guard.unlock();
  const int error = call();
  guard.lock();
  --all.busy;
  if (!(error == 0 ? held.on_success : held.on_failure)) all.names.erase(name);
  all.changed.notify_all();
  all.stay_if_ending(guard);
  return error;
}

std::uint64_t unforeseeable() {
  std::uint64_t value = 0;
  ssize_t got = 0;
  do
    got = ::getrandom(&value, sizeof value, 0);
  while (got < 0 && errno == EINTR);
  if (got != static_cast<ssize_t>(sizeof value))
    throw WriteError(std::string("no random number for a temporary name: ") + std::strerror(errno));
  return value;
}

// In the same folder, for a rename across file systems is a copy. Another user of that folder must
// not be able to put a link or a pipe in its place beforehand.
fs::path temporary_path(const fs::path& target) {
  constexpr std::size_t longest = 200; // of the 255 bytes that file systems allow
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx",
                static_cast<unsigned long long>(unforeseeable()));
  const std::string name = target.filename().string().substr(0, longest);
  fs::path path = target;
  return path.replace_filename("." + name + ".tmp" + digits.data()); // the dot hides it
}

} // namespace

TemporaryName::TemporaryName(const fs::path& target, const Make& make) {
  constexpr int attempts = 100;
  int error = EEXIST;
  for (int i = 0; i < attempts && error == EEXIST; ++i) {
    fs::path path = temporary_path(target);
    error = work_on(path, {true, false}, [&] { return make(path); });
    if (error == 0) path_ = std::move(path);
  }
  if (error != 0)
    throw WriteError(target.string() + ": cannot be written: " + std::strerror(error));
}

TemporaryName::~TemporaryName() {
  if (path_.empty()) return;
  try {
    (void)work_on(path_, {false, false}, [this] {
      std::error_code ignored;
      fs::remove_all(path_, ignored);
      return 0;
    });
  } catch (...) { // out of memory: nothing better can be done
  }
}

void TemporaryName::give(const fs::path& target) {
  const int error = work_on(path_, {false, true}, [&] {
    return std::rename(path_.c_str(), target.c_str()) == 0 ? 0 : errno;
  });
  if (error != 0)
    throw WriteError(target.string() + ": cannot be put in place: " + std::strerror(error));
  path_.clear();
}

void discard_unfinished_files() noexcept {
  Unfinished& all = unfinished();
  std::unique_lock guard(all.lock);
  all.ending = true;
  // What is just being made has its name in a moment. A file system that does not answer is not
  // waited for.
  all.changed.wait_for(guard, std::chrono::seconds(2), [&] { return all.busy == 0; });
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
