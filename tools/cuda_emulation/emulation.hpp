#pragma once

#include "prelude.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

/// An emulated CUDA device: what its parts know of each other. Every entry of the API holds the
/// lock() of the device.
namespace emulation {

// ---- settings, from the environment; README.md -------------------------------------------------

struct Settings {
  bool report, count, races, backwards, eager, tight, old;
  u64 memory;          ///< bytes of the device
  u64 lost;            ///< after how much work the device is lost; 0: never
  std::string kernels; ///< the folder of translated modules
  std::string json;    ///< the report as JSON goes here; or empty
};
const Settings& settings();

class Lock {
public:
  Lock();
  ~Lock();
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
};

/// A fault of the program under test: says what and ends it.
[[noreturn]] void stop(const std::string& what);

// ---- memory ------------------------------------------------------------------------------------

struct Space {
  u64 base, size, delta;
};
const Space& space();
bool on_device(const void* pointer);
/// Null if the device is full.
void* take_memory(std::size_t bytes);
bool give_memory(void* block);
/// Stops unless all bytes belong to one block of the device (`who` asks).
void expect_inside(const void* pointer, std::size_t bytes, const std::string& who);
/// The same of a kernel's access; what was given back in between is not noticed.
bool in_a_block(u64 address, u32 size);
/// Where the numbers of a device address are.
template <typename T>
T* numbers_at(T* address) {
  return reinterpret_cast<T*>(reinterpret_cast<u64>(address) + space().delta);
}
void* take_pinned(std::size_t bytes);
bool give_pinned(void* block);
bool is_pinned(const void* pointer, std::size_t bytes);

// ---- the stream
// ----------------------------------------------------------------------------------

/// Work is only noted when it is asked for, and done when something waits: what relies on an
/// earlier end shows.
void enqueue(const std::string& name, std::function<void()> work);
void finish_all();
/// How many pieces of work were ever enqueued, and how many of them are done.
u64 enqueued();
u64 done();
const std::string& at_work();
/// From then on every call returns an error, as of a real device whose context is gone.
bool lost();

// ---- kernels
// -------------------------------------------------------------------------------------

struct Shape {
  u32 x = 1, y = 1, z = 1;
  [[nodiscard]] u64 count() const { return u64(x) * y * z; }
};
void run_kernel(const emu_kernel& kernel, const std::vector<std::vector<char>>& parameters,
                Shape grid, Shape block, std::size_t dynamic_shared);
/// A name for people.
std::string readable(const std::string& symbol);

// ---- what is seen
// ----------------------------------------------------------------------------------

/// Of a kernel by name.
struct Count {
  u64 launches = 0, threads = 0, loads = 0, stores = 0, bytes = 0, narrow = 0;
  u64 requests = 0, sectors = 0, longest = 0;
  u64 shared = 0, barriers = 0, races = 0;
};
struct Calls {
  u64 launches = 0, products = 0, fills = 0, allocations = 0, releases = 0;
  u64 uploads = 0, uploaded = 0, downloads = 0, downloaded = 0, asynchronous = 0;
  double flops = 0;
};
Calls& calls();
std::map<std::string, Count>& counts();

void begin_launch(const std::string& kernel, u64 threads);
void begin_block();
void begin_phase(); ///< after a barrier
void begin_thread(u32 number);
void end_warp();
void end_launch();
/// What kernels call for each access, and at a fault.
void seen(const emu_thread* thread, u64 address, u32 size, int store, u32 instruction);
void fault(const emu_thread* thread, u64 address, u32 size, int store, const char* why);
/// Whether kernels have to tell every access.
bool watching();
void forget_counts();
void write_report();

} // namespace emulation
