#include "emulation.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime_api.h>
#include <cxxabi.h>
#include <dlfcn.h>
#include <memory>
#include <unordered_map>
#include <utility>

/// Modules as nvcc registers them, and their kernels as translate.py made them.
namespace emulation {
namespace {

/// What nvcc's host code passes to __cudaRegisterFatBinary: a wrapper around the binary itself.
struct Wrapper {
  int magic, version;
  const char* binary;
  void* unused;
};
struct Header {
  std::uint32_t magic;
  std::uint16_t version, size;
  std::uint64_t length; ///< of what follows the header
};

struct Module {
  std::string name;                             ///< as translate.py names its library
  std::map<std::string, const emu_kernel*> all; ///< once it is loaded
  bool loaded = false;
};
struct Kernel {
  Module* module;
  std::string symbol;
  const emu_kernel* code = nullptr;
};
std::unordered_map<const void*, Kernel*> by_stub;

std::string name_of(const Wrapper& wrapper) {
  Header header;
  std::memcpy(&header, wrapper.binary, sizeof header);
  const char* const end = wrapper.binary + header.size + header.length;
  static constexpr char start[] = ".version ";
  const char* const text = std::search(wrapper.binary, end, start, start + sizeof start - 1);
  if (text == end) return "";
  const std::size_t length = strnlen(text, static_cast<std::size_t>(end - text));
  char name[64];
  std::snprintf(name, sizeof name, "%08lx-%zu",
                crc32(0, reinterpret_cast<const Bytef*>(text), static_cast<uInt>(length)), length);
  return name;
}

void load(Module& module) {
  if (module.loaded) return;
  module.loaded = true;
  if (module.name.empty()) stop("a module without PTX as text (nvcc's --compress-mode=none)");
  const std::string path = settings().kernels + "/" + module.name + ".so";
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) stop(std::string(dlerror()) + " (translate.py makes it)");
  const auto set = [&](const char* name, auto value) {
    *static_cast<decltype(value)*>(dlsym(library, name)) = value;
  };
  set("emu_base", space().base);
  set("emu_size", space().size);
  set("emu_delta", space().delta);
  set("emu_fault", &fault);
  set("emu_seen", &seen);
  set("emu_watch", int(watching()));
  for (auto* kernel = static_cast<const emu_kernel*>(dlsym(library, "emu_kernels")); kernel->name;
       ++kernel)
    module.all[kernel->name] = kernel;
}

/// The threads of one block that wait for each other: each runs up to the next place where it does.
class Block {
public:
  Block(const emu_kernel& kernel, const char* const* parameters, emu_thread shared, u32 count)
      : kernel_(kernel), parameters_(parameters), count_(count),
        frames_(std::size_t(count) * kernel.frame_size), state_(count, running), offers_(2 * 1024),
        absent_(count), thread_(shared) {
    thread_.offers = offers_.data();
    thread_.absent = absent_.data();
  }

  void run() {
    begin_block();
    while (round()) {
    }
  }

private:
  enum : unsigned char { running, at_barrier, at_shuffle, ended };

  /// Every thread that can goes on; then those whose company is complete are released.
  bool round() {
    for (u32 i = 0; i < count_; ++i)
      step(settings().backwards ? count_ - 1 - i : i);
    bool any = false;
    for (u32 first = 0; first < count_; first += 32) {
      const auto begin = state_.begin() + first,
                 end = state_.begin() + std::min(count_, first + 32);
      if (std::find(begin, end, at_shuffle) == end) continue;
      if (std::find(begin, end, at_barrier) != end)
        stop(readable(kernel_.name) + ": a warp of which some threads shuffle and others wait");
      for (u32 i = first; i < std::min(count_, first + 32); ++i)
        absent_[i] = state_[i] == ended; // who ends after having offered is still there
      std::replace(begin, end, at_shuffle, running);
      any = true;
    }
    if (any) return true;
    if (std::find(state_.begin(), state_.end(), at_barrier) == state_.end()) return false;
    std::replace(state_.begin(), state_.end(), at_barrier, running);
    begin_phase();
    return true;
  }

  void step(u32 i) {
    if (state_[i] != running) return;
    thread_.number = i;
    thread_.tid[0] = i % thread_.ntid[0];
    thread_.tid[1] = i / thread_.ntid[0] % thread_.ntid[1];
    thread_.tid[2] = i / thread_.ntid[0] / thread_.ntid[1];
    begin_thread(i);
    const int what =
        kernel_.run(parameters_, &thread_, frames_.data() + std::size_t(i) * kernel_.frame_size);
    state_[i] = what == EMU_DONE ? ended : what == EMU_BARRIER ? at_barrier : at_shuffle;
  }

  const emu_kernel& kernel_;
  const char* const* parameters_;
  u32 count_;
  std::vector<char> frames_;
  std::vector<unsigned char> state_;
  std::vector<u32> offers_;
  std::vector<unsigned char> absent_;
  emu_thread thread_;
};

bool fits(const dim3& grid, const dim3& block, std::size_t shared) {
  return grid.x > 0 && grid.y > 0 && grid.z > 0 && grid.x <= 2147483647U && grid.y <= 65535 &&
         grid.z <= 65535 && block.x > 0 && block.y > 0 && block.z > 0 && block.z <= 64 &&
         u64(block.x) * block.y * block.z <= 1024 && shared <= 48 * 1024;
}

} // namespace

std::string readable(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? text.get() : symbol;
}

void run_kernel(const emu_kernel& kernel, const std::vector<std::vector<char>>& parameters,
                Shape grid, Shape block, std::size_t dynamic_shared) {
  std::vector<const char*> pointers;
  for (const std::vector<char>& one : parameters)
    pointers.push_back(one.data());
  const u32 count = static_cast<u32>(block.count());
  std::vector<unsigned char> shared(kernel.shared_size + dynamic_shared + 16, 0xff);
  std::vector<char> frame(kernel.frame_size);
  emu_thread thread{};
  const auto set = [](u32(&to)[3], const Shape& from) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
  };
  set(thread.ntid, block);
  set(thread.nctaid, grid);
  thread.shared = shared.data();
  thread.shared_size = static_cast<u32>(kernel.shared_size + dynamic_shared);
  begin_launch(kernel.name, grid.count() * count);
  for (u64 i = 0; i < grid.count(); ++i) {
    const u64 b = settings().backwards ? grid.count() - 1 - i : i;
    set(thread.ctaid, {static_cast<u32>(b % grid.x), static_cast<u32>(b / grid.x % grid.y),
                       static_cast<u32>(b / grid.x / grid.y)});
    if (kernel.waits) {
      std::fill(shared.begin(), shared.end(), static_cast<unsigned char>(0xff));
      Block(kernel, pointers.data(), thread, count).run();
      end_warp();
      continue;
    }
    begin_block();
    for (u32 j = 0; j < count; ++j) {
      const u32 t = settings().backwards ? count - 1 - j : j;
      thread.number = t;
      thread.tid[0] = t % block.x;
      thread.tid[1] = t / block.x % block.y;
      thread.tid[2] = t / block.x / block.y;
      begin_thread(t);
      kernel.run(pointers.data(), &thread, frame.data());
    }
    end_warp();
  }
  end_launch();
}

} // namespace emulation

using namespace emulation;

namespace {
thread_local cudaError_t last_error = cudaSuccess;
struct Configuration {
  dim3 grid, block;
  std::size_t shared;
  cudaStream_t stream;
};
thread_local std::vector<Configuration> configurations;

cudaError_t result(cudaError_t status) {
  if (status != cudaSuccess) last_error = status;
  return status;
}
} // namespace

// nvcc's own calls; their names and arguments are those of its host code (crt/host_runtime.h).
extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  auto* const module = new Module{name_of(*static_cast<const Wrapper*>(wrapper)), {}};
  return reinterpret_cast<void**>(module);
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void** module, const char* stub, char*, const char* name, int, uint3*,
                            uint3*, dim3*, dim3*, int*) {
  by_stub[stub] = new Kernel{reinterpret_cast<Module*>(module), name};
}
void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, CUstream_st* stream) {
  configurations.push_back({grid, block, shared, stream});
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
  const Configuration last = configurations.back();
  configurations.pop_back();
  *grid = last.grid;
  *block = last.block;
  *shared = last.shared;
  *static_cast<cudaStream_t*>(stream) = last.stream;
  return cudaSuccess;
}
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* stub) {
  const Lock lock;
  const auto found = by_stub.find(stub);
  if (found == by_stub.end()) return result(cudaErrorInvalidDeviceFunction);
  *kernel = reinterpret_cast<cudaKernel_t>(found->second);
  return cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t handle, dim3 grid, dim3 block, void** arguments,
                               size_t shared, cudaStream_t stream) {
  const Lock lock;
  if (lost()) return result(cudaErrorLaunchFailure);
  auto* const kernel = reinterpret_cast<Kernel*>(handle);
  if (kernel->code == nullptr) {
    load(*kernel->module);
    const auto found = kernel->module->all.find(kernel->symbol);
    if (found == kernel->module->all.end()) stop("no code of " + readable(kernel->symbol));
    kernel->code = found->second;
  }
  const emu_kernel* const code = kernel->code;
  if (!fits(grid, block, shared + code->shared_size)) return result(cudaErrorInvalidConfiguration);
  if (stream != nullptr) stop("a stream other than the default one");
  std::vector<std::vector<char>> parameters;
  std::size_t total = 0;
  for (int i = 0; i < code->parameters; ++i) {
    const auto* const from = static_cast<const char*>(arguments[i]);
    parameters.emplace_back(from, from + code->size[i]);
    total += parameters.back().size();
  }
  if (total > 4096) return result(cudaErrorInvalidValue);
  ++calls().launches;
  enqueue(kernel->symbol, [=, parameters = std::move(parameters)] {
    run_kernel(*code, parameters, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared);
  });
  return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* stub) {
  const Lock lock;
  std::memset(attributes, 0, sizeof *attributes);
  if (settings().old) return result(cudaErrorNoKernelImageForDevice);
  return by_stub.count(stub) > 0 ? cudaSuccess : result(cudaErrorInvalidDeviceFunction);
}
cudaError_t cudaGetLastError() {
  return lost() ? cudaErrorLaunchFailure : std::exchange(last_error, cudaSuccess);
}
cudaError_t cudaPeekAtLastError() {
  return last_error;
}
}

namespace emulation {
int report_error(int status) {
  return result(static_cast<cudaError_t>(status));
}
} // namespace emulation
