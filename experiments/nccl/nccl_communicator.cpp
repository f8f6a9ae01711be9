#include "nccl/nccl_communicator.hpp"

#include "device/error.hpp"

#include <cstring>
#include <cuda_runtime_api.h>
#include <nccl.h>
#include <string>
#include <vector>

namespace canon::nn {
namespace {

[[noreturn]] void fail(const std::string& library, const char* call, const char* reason) {
  throw DeviceError(library + ": " + call + ": " + reason);
}

void check(ncclResult_t status, const char* call) {
  if (status != ncclSuccess) fail("NCCL", call, ncclGetErrorString(status));
}

void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess) fail("CUDA", call, cudaGetErrorString(status));
}

} // namespace

struct NcclCommunicator::State {
  ncclComm_t communicator = nullptr;
  void* memory = nullptr; ///< of the device, for numbers of the host
  std::size_t room = 0;

  ~State() {
    if (memory != nullptr) cudaFree(memory);
    if (communicator != nullptr) ncclCommDestroy(communicator);
  }
  void make_room(std::size_t bytes) {
    if (bytes <= room) return;
    if (memory != nullptr) check(cudaFree(memory), "cudaFree");
    memory = nullptr;
    room = 0;
    check(cudaMalloc(&memory, bytes), "cudaMalloc");
    room = bytes;
  }
};

NcclCommunicator::NcclCommunicator(Communicator& host)
    : rank_(host.rank()), size_(host.size()), state_(std::make_unique<State>()) {
  ncclUniqueId id{};
  if (rank_ == 0) check(ncclGetUniqueId(&id), "ncclGetUniqueId");
  std::vector<char> all(size_ * sizeof id);
  host.gather_all(&id, sizeof id, all.data());
  std::memcpy(&id, all.data(), sizeof id); // that of rank 0
  check(
      ncclCommInitRank(&state_->communicator, static_cast<int>(size_), id, static_cast<int>(rank_)),
      "ncclCommInitRank");
}

NcclCommunicator::~NcclCommunicator() = default;

// On the default stream, as all that the engine does: it comes after the kernels before it.
bool NcclCommunicator::gather_on_device(const void* mine, std::size_t bytes, void* all) {
  check(ncclAllGather(mine, all, bytes, ncclInt8, state_->communicator, nullptr), "ncclAllGather");
  return true;
}

void NcclCommunicator::gather_all(const void* mine, std::size_t bytes, void* all) {
  if (bytes == 0) return;
  constexpr std::size_t line = 256; // where NCCL's copies are fast
  const std::size_t place = (bytes + line - 1) / line * line;
  state_->make_room(place + size_ * bytes);
  auto* const from = static_cast<char*>(state_->memory);
  check(cudaMemcpy(from, mine, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  (void)gather_on_device(from, bytes, from + place);
  check(cudaMemcpy(all, from + place, size_ * bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
}

} // namespace canon::nn
