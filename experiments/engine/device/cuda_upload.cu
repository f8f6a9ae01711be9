#include "device/cuda.hpp"
#include "device/cuda_status.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace canon::nn::cuda {
namespace {

/// Pinned memory of the host, which a device reads by itself while the host continues.
struct Pinned {
  char* data = nullptr;
  std::size_t size = 0;
  cudaEvent_t sent = nullptr; ///< when the last copy out of it is done
};

constexpr std::size_t usual_size = std::size_t(4) << 20U;

/// The copies that wait for the next kernel: what lies together on the device goes as one. One
/// thread at a time, as all of a device.
class Gathered {
public:
  void add(char* to, const void* from, std::size_t bytes) {
    const std::size_t gap = static_cast<std::size_t>(to - (to_ + bytes_));
    // A gap smaller than the alignment of arrays is cheaper to send than a copy of its own.
    const bool joins = bytes_ > 0 && to >= to_ + bytes_ && gap < upload_alignment;
    if (!joins || bytes_ + gap + bytes > at_.size) {
      send();
      at_ = take(bytes);
      to_ = to;
      bytes_ = 0;
    } else {
      bytes_ += gap;
    }
    std::memcpy(at_.data + bytes_, from, bytes);
    bytes_ += bytes;
  }

  void send() {
    if (bytes_ == 0) return;
    const std::size_t bytes = std::exchange(bytes_, 0);
    check(cudaMemcpyAsync(to_, at_.data, bytes, cudaMemcpyHostToDevice, nullptr),
          "cudaMemcpyAsync to the device");
    check(cudaEventRecord(at_.sent, nullptr), "cudaEventRecord");
    used_.push_back(at_);
  }

private:
  /// A buffer that no copy reads any more, or a new one.
  Pinned take(std::size_t bytes) {
    const auto done = std::find_if(used_.begin(), used_.end(), [&](const Pinned& one) {
      return one.size >= bytes && cudaEventQuery(one.sent) == cudaSuccess;
    });
    static_cast<void>(cudaGetLastError()); // "not ready" is an answer, not an error
    if (done != used_.end()) {
      const Pinned found = *done;
      used_.erase(done);
      return found;
    }
    Pinned made;
    made.size = std::max(bytes, usual_size);
    void* data = nullptr;
    const cudaError_t status = cudaMallocHost(&data, made.size);
    if (status == cudaErrorMemoryAllocation) {
      static_cast<void>(cudaGetLastError());
      throw DeviceMemoryError("CUDA: no " + std::to_string(made.size) + " bytes of pinned memory");
    }
    check(status, "cudaMallocHost");
    made.data = static_cast<char*>(data);
    check(cudaEventCreateWithFlags(&made.sent, cudaEventDisableTiming), "cudaEventCreate");
    return made;
  }

  Pinned at_; ///< in which the first bytes_ are to go to to_
  char* to_ = nullptr;
  std::size_t bytes_ = 0;
  std::vector<Pinned> used_; ///< never freed: at the end the driver may be gone before us
};

Gathered& gathered() {
  static Gathered all;
  return all;
}

} // namespace

void gather_upload(void* to, const void* from, std::size_t bytes) {
  gathered().add(static_cast<char*>(to), from, bytes);
}

void send_gathered() {
  gathered().send();
}

} // namespace canon::nn::cuda
