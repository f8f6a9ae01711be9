#include "cli/signals.hpp"

#include <canon/base/atomic_file.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace canon::tool {
namespace {

std::array<int, 2> wake{-1, -1}; // the handler writes, the watcher reads
volatile std::sig_atomic_t broken = 0;

extern "C" void on_stop(int signal) {
  const int saved = errno;
  const auto byte = static_cast<unsigned char>(signal);
  (void)!write(wake[1], &byte, 1);
  errno = saved;
}

extern "C" void on_pipe(int) {
  broken = 1;
}

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

/// A handler may do next to nothing, so the work is done by a thread that it wakes. (Blocking the
/// signals everywhere and waiting for them would not do: BLAS starts threads before main.)
void wait_and_end(const std::string& message) {
  unsigned char signal = 0;
  while (read(wake[0], &signal, 1) != 1) {
  }
  discard_unfinished_files();
  constexpr std::string_view clear = "\r\033[K";
  if (isatty(STDERR_FILENO) != 0) (void)!write(STDERR_FILENO, clear.data(), clear.size());
  (void)!write(STDERR_FILENO, message.data(), message.size());
  handle(signal, SIG_DFL, 0);
  kill(getpid(), signal); // so that the parent sees what ended us
  _exit(128 + signal);
}

} // namespace

void watch_signals(const std::string& message) {
  if (pipe(wake.data()) != 0) return;
  std::thread(wait_and_end, message + "\n").detach();
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue; // a script's background job is to live on
    handle(signal, on_stop, SA_RESTART | static_cast<int>(SA_RESETHAND));
  }
  handle(SIGPIPE, on_pipe, SA_RESTART);
  // Beyond `ulimit -f` a write then fails with EFBIG, as it does on a full disk.
  handle(SIGXFSZ, SIG_IGN, 0);
}

bool pipe_broke() {
  return broken != 0;
}

} // namespace canon::tool
