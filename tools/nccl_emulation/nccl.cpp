// The calls of NCCL that canon makes, for ranks that are processes of one machine and have no
// device: shared memory takes its place. With tools/cuda_emulation, whose device memory it reads
// and writes through the CUDA runtime alone.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <cuda_runtime_api.h>
#include <fcntl.h>
#include <nccl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

constexpr std::size_t slot = std::size_t{1} << 16; ///< bytes of a rank that pass at once

struct Shared {
  std::atomic<int> here, turn;
  char bytes[1]; ///< a slot for each rank
};

std::size_t size_for(int ranks) {
  return sizeof(Shared) + static_cast<std::size_t>(ranks) * slot;
}

} // namespace

struct ncclComm {
  Shared* shared;
  int rank, ranks;

  void wait_for_all() const {
    const int turn = shared->turn;
    if (++shared->here == ranks) {
      shared->here = 0;
      ++shared->turn;
    }
    while (shared->turn == turn)
      sched_yield();
  }
};

extern "C" {

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  static std::atomic<int> count = 0;
  std::memset(id, 0, sizeof *id);
  std::snprintf(id->internal, sizeof id->internal, "/canon-nccl-%d-%d", static_cast<int>(getpid()),
                ++count);
  return ncclSuccess;
}

ncclResult_t ncclCommInitRank(ncclComm_t* made, int ranks, ncclUniqueId id, int rank) {
  if (rank < 0 || rank >= ranks) return ncclInvalidArgument;
  const int file = shm_open(id.internal, O_RDWR | O_CREAT, 0600); // filled with zeros
  if (file < 0) return ncclSystemError;
  const bool sized = ftruncate(file, static_cast<off_t>(size_for(ranks))) == 0;
  void* const memory =
      sized ? mmap(nullptr, size_for(ranks), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
            : MAP_FAILED;
  close(file);
  if (memory == MAP_FAILED) return ncclSystemError;
  *made = new ncclComm{static_cast<Shared*>(memory), rank, ranks};
  (*made)->wait_for_all();
  if (rank == 0) shm_unlink(id.internal); // all have it
  return ncclSuccess;
}

ncclResult_t ncclCommDestroy(ncclComm_t communicator) {
  munmap(communicator->shared, size_for(communicator->ranks));
  delete communicator;
  return ncclSuccess;
}

ncclResult_t ncclAllGather(const void* mine, void* all, size_t count, ncclDataType_t type,
                           ncclComm_t communicator, cudaStream_t stream) {
  if (type != ncclInt8 || stream != nullptr) return ncclInvalidArgument; // what canon asks for
  const auto* const from = static_cast<const char*>(mine);
  auto* const to = static_cast<char*>(all);
  char* const slots = communicator->shared->bytes;
  for (std::size_t done = 0; done < count; done += slot) {
    const std::size_t part = std::min(slot, count - done);
    if (cudaMemcpy(slots + static_cast<std::size_t>(communicator->rank) * slot, from + done, part,
                   cudaMemcpyDeviceToHost) != cudaSuccess)
      return ncclUnhandledCudaError;
    communicator->wait_for_all();
    for (int r = 0; r < communicator->ranks; ++r)
      if (cudaMemcpy(to + static_cast<std::size_t>(r) * count + done,
                     slots + static_cast<std::size_t>(r) * slot, part,
                     cudaMemcpyHostToDevice) != cudaSuccess)
        return ncclUnhandledCudaError;
    // What is copied is read at once; nobody writes before all have read.
    if (cudaDeviceSynchronize() != cudaSuccess) return ncclUnhandledCudaError;
    communicator->wait_for_all();
  }
  return ncclSuccess;
}

const char* ncclGetErrorString(ncclResult_t status) {
  return status == ncclSuccess ? "no error" : "refused by the emulation";
}

} // extern "C"
