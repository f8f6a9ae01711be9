#include "emulation.hpp"

#include <cstdio>
#include <cstring>
#include <cuda_runtime_api.h>

using namespace emulation;

namespace emulation {
int report_error(int status);
} // namespace emulation

namespace {

cudaError_t result(cudaError_t status) {
  return static_cast<cudaError_t>(report_error(status));
}

/// What a device says whose context a fault has ended; only a new process helps.
constexpr cudaError_t gone = cudaErrorLaunchFailure;

struct Event {
  u64 after = 0; ///< how much work was asked for when it was recorded
};

void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (kind == cudaMemcpyHostToDevice)
    std::memcpy(numbers_at(static_cast<char*>(to)), from, bytes);
  else if (kind == cudaMemcpyDeviceToHost)
    std::memcpy(to, numbers_at(static_cast<const char*>(from)), bytes);
  else
    std::memmove(numbers_at(static_cast<char*>(to)), numbers_at(static_cast<const char*>(from)),
                 bytes);
}

/// Stops unless both sides are what `kind` says.
void check_copy(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (kind == cudaMemcpyHostToDevice) {
    ++calls().uploads;
    calls().uploaded += bytes;
    expect_inside(to, bytes, "cudaMemcpy to the device");
    if (on_device(from)) stop("cudaMemcpy to the device: from a device pointer");
  } else if (kind == cudaMemcpyDeviceToHost) {
    ++calls().downloads;
    calls().downloaded += bytes;
    expect_inside(from, bytes, "cudaMemcpy from the device");
    if (on_device(to)) stop("cudaMemcpy from the device: to a device pointer");
  } else if (kind == cudaMemcpyDeviceToDevice) {
    expect_inside(to, bytes, "cudaMemcpy on the device, target");
    expect_inside(from, bytes, "cudaMemcpy on the device, source");
  } else {
    stop("cudaMemcpy of a kind that is not emulated");
  }
}

} // namespace

extern "C" {

cudaError_t cudaMalloc(void** block, size_t bytes) {
  const Lock lock;
  if (lost()) return result(gone);
  *block = bytes == 0 ? nullptr : take_memory(bytes);
  return bytes == 0 || *block != nullptr ? cudaSuccess : result(cudaErrorMemoryAllocation);
}
cudaError_t cudaFree(void* block) {
  const Lock lock;
  if (block == nullptr) return cudaSuccess;
  finish_all(); // as the real one does
  return give_memory(block) ? cudaSuccess : result(cudaErrorInvalidValue);
}
cudaError_t cudaMallocHost(void** block, size_t bytes) {
  const Lock lock;
  if (lost()) return result(gone);
  *block = take_pinned(bytes);
  return *block != nullptr ? cudaSuccess : result(cudaErrorMemoryAllocation);
}
cudaError_t cudaHostAlloc(void** block, size_t bytes, unsigned) {
  return cudaMallocHost(block, bytes);
}
cudaError_t cudaFreeHost(void* block) {
  const Lock lock;
  finish_all();
  return give_pinned(block) ? cudaSuccess : result(cudaErrorInvalidValue);
}
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  const Lock lock;
  if (lost()) return result(gone);
  check_copy(to, from, bytes, kind);
  finish_all();
  if (lost()) return result(gone);
  copy(to, from, bytes, kind);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t) {
  const Lock lock;
  if (lost()) return result(gone);
  check_copy(to, from, bytes, kind);
  ++calls().asynchronous;
  const void* const host = kind == cudaMemcpyHostToDevice ? from : to;
  if (kind != cudaMemcpyDeviceToDevice && !is_pinned(host, bytes))
    stop("cudaMemcpyAsync of memory that is not pinned: it would wait");
  // Read when its turn comes: memory that was used again too early shows.
  enqueue("copy", [=] { copy(to, from, bytes, kind); });
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* block, int value, size_t bytes, cudaStream_t) {
  const Lock lock;
  if (lost()) return result(gone);
  expect_inside(block, bytes, "cudaMemsetAsync");
  ++calls().fills;
  enqueue("fill", [=] { std::memset(numbers_at(static_cast<char*>(block)), value, bytes); });
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
  const Lock lock;
  if (lost()) return result(gone);
  finish_all();
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) {
  return cudaDeviceSynchronize();
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  *event = reinterpret_cast<cudaEvent_t>(new Event);
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete reinterpret_cast<Event*>(event);
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  const Lock lock;
  if (lost()) return result(gone);
  reinterpret_cast<Event*>(event)->after = enqueued();
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  const Lock lock;
  if (lost()) return result(gone);
  return done() >= reinterpret_cast<Event*>(event)->after ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaEventSynchronize(cudaEvent_t) {
  return cudaDeviceSynchronize();
}
const char* cudaGetErrorString(cudaError_t status) {
  switch (status) {
  case cudaSuccess:
    return "no error";
  case cudaErrorMemoryAllocation:
    return "out of memory";
  case cudaErrorInvalidConfiguration:
    return "invalid configuration argument";
  case cudaErrorInvalidValue:
    return "invalid argument";
  case cudaErrorInvalidDeviceFunction:
    return "invalid device function";
  case cudaErrorLaunchFailure:
    return "unspecified launch failure";
  case cudaErrorNotReady:
    return "device not ready";
  default:
    return "an error of the emulated device";
  }
}
cudaError_t cudaDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  std::memset(properties, 0, sizeof *properties);
  std::snprintf(properties->name, sizeof properties->name, "emulated (PTX on the CPU)");
  properties->major = settings().old ? 5 : 7;
  properties->minor = settings().old ? 2 : 5;
  properties->totalGlobalMem = settings().memory;
  return cudaSuccess;
}

// For programs that count some of their work only; weak references find them (docs/cuda.md).
void cuda_emulation_forget() {
  const Lock lock;
  finish_all();
  forget_counts();
}
void cuda_emulation_report() {
  const Lock lock;
  finish_all();
  write_report();
}
}
