#pragma once

#include "device/communicator.hpp"

#include <memory>

namespace canon::nn {

/// Ranks that exchange by NCCL, each with a device of its own: the current one of its process. Sums
/// are added in the order of the ranks, as everywhere: NCCL only gathers.
class NcclCommunicator final : public Communicator {
public:
  /// `host` has the same ranks, and brings them together. DeviceError.
  explicit NcclCommunicator(Communicator& host);
  ~NcclCommunicator() override;

  [[nodiscard]] std::size_t rank() const override { return rank_; }
  [[nodiscard]] std::size_t size() const override { return size_; }
  void gather_all(const void* mine, std::size_t bytes, void* all) override;
  bool gather_on_device(const void* mine, std::size_t bytes, void* all) override;

private:
  struct State;
  std::size_t rank_, size_;
  std::unique_ptr<State> state_;
};

} // namespace canon::nn
