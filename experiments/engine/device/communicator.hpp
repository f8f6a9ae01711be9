#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

namespace canon::nn {

/// The processes that train one model together, each on its part of every batch. Whoever has a way
/// to exchange bytes (MPI, threads; NCCL for devices, experiments/nccl) derives from it.
class Communicator {
public:
  Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  virtual ~Communicator() = default;

  [[nodiscard]] virtual std::size_t rank() const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// `bytes` bytes of every rank, one after the other in the order of the ranks; of host memory.
  /// Called by all ranks in the same order.
  virtual void gather_all(const void* mine, std::size_t bytes, void* all) = 0;
  /// The same of device memory, without the host; false, and nothing done, where there is no such
  /// way.
  virtual bool gather_on_device(const void* mine, std::size_t bytes, void* all) {
    static_cast<void>(mine), static_cast<void>(bytes), static_cast<void>(all);
    return false;
  }

  /// Returns when all ranks have come here.
  void meet() {
    const char here = 0;
    std::vector<char> all(size());
    gather_all(&here, 1, all.data());
  }

  /// Adds the numbers of all ranks, in the order of the ranks: the same bits on every rank and in
  /// every run.
  template <typename T>
  void sum(T* values, std::size_t count) {
    std::vector<T> all(size() * count);
    gather_all(values, count * sizeof(T), all.data());
    std::memcpy(values, all.data(), count * sizeof(T));
    for (std::size_t r = 1; r < size(); ++r)
      for (std::size_t i = 0; i < count; ++i)
        values[i] += all[r * count + i];
  }
};

/// With whom the calling thread trains; null: alone.
[[nodiscard]] Communicator* communicator();

/// The calling thread trains with these (null: alone) until this is destroyed.
class TrainsWith {
public:
  explicit TrainsWith(Communicator* ranks);
  TrainsWith(const TrainsWith&) = delete;
  TrainsWith& operator=(const TrainsWith&) = delete;
  ~TrainsWith();

private:
  Communicator* before_;
};

} // namespace canon::nn
