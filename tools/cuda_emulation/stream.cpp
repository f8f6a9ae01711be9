#include "emulation.hpp"

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <utility>

namespace emulation {
namespace {

std::recursive_mutex device;
std::deque<std::pair<std::string, std::function<void()>>> waiting;
u64 noted = 0, finished = 0;
std::string current;

bool is_set(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0' && *value != '0';
}

std::string text(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

} // namespace

const Settings& settings() {
  // Never destroyed: the report at the program's end reads it. So with the counts.
  static const Settings& made = *new Settings{
      is_set("EMULATION_REPORT"),
      is_set("EMULATION_COUNT"),
      is_set("EMULATION_RACES"),
      is_set("EMULATION_BACKWARDS"),
      is_set("EMULATION_EAGER"),
      is_set("EMULATION_TIGHT"),
      is_set("EMULATION_OLD"),
      std::strtoull(text("EMULATION_MEMORY", "17179869184").c_str(), nullptr, 10),
      std::strtoull(text("EMULATION_LOST", "0").c_str(), nullptr, 10),
      text("EMULATION_KERNELS", EMULATED_KERNELS),
      text("EMULATION_JSON", ""),
  };
  return made;
}

Lock::Lock() {
  device.lock();
}

Lock::~Lock() {
  device.unlock();
}

void stop(const std::string& what) {
  std::fprintf(stderr, "\ncuda emulation: %s\n", what.c_str());
  std::fflush(nullptr);
  std::abort();
}

void enqueue(const std::string& name, std::function<void()> work) {
  waiting.emplace_back(name, std::move(work));
  ++noted;
  // A real queue has an end, too; the limit only bounds the memory.
  if (settings().eager || waiting.size() > 100000) finish_all();
}

bool lost() {
  return settings().lost > 0 && noted >= settings().lost;
}

void finish_all() {
  if (lost()) waiting.clear();
  while (!waiting.empty()) {
    const auto work = std::move(waiting.front());
    waiting.pop_front();
    current = work.first;
    work.second();
    ++finished;
  }
  current.clear();
}

u64 enqueued() {
  return noted;
}

u64 done() {
  return finished;
}

const std::string& at_work() {
  return current;
}

} // namespace emulation
