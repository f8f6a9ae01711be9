#pragma once

#include "batch/graph_batch.hpp"

#include <canon/random.hpp>
#include <canon/shard.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace canon::lab {

/// Streams of random numbers of a run.
enum class Stream { order, train, valid, test };

/// Of batch `batch` in epoch `epoch`: whatever was drawn before, and on any number of threads.
[[nodiscard]] Rng pass_rng(std::uint64_t seed, Stream stream, int epoch, std::size_t batch);

struct BatchOptions {
  std::size_t size = 20;
  std::uint64_t seed = 0;
  Stream stream = Stream::train;
  bool shuffled = false;   ///< the order is drawn again each epoch
  bool kept_whole = false; ///< shuffled: the graphs of a batch stay together
  Shard part = {};         ///< of every batch the graphs that this rank takes
};

/// Cuts samples into batches, epoch by epoch. What an epoch is like depends on the seed and on its
/// number only. Batches that do not change are laid on the backend once.
template <typename T>
class Batches {
public:
  /// `samples` outlive it. ArgumentError if `which` is empty or the batch size is 0.
  Batches(nn::Pool& pool, const std::vector<nn::GraphSample>& samples,
          std::vector<std::size_t> which, BatchOptions options);

  [[nodiscard]] std::size_t count() const { return (which_.size() + size_ - 1) / size_; }
  [[nodiscard]] std::size_t samples() const { return which_.size(); }

  /// Batch `number` of `epoch`; valid until the next call.
  [[nodiscard]] const nn::GraphBatch<T>& at(int epoch, std::size_t number);
  /// Makes a batch that at() will be asked for next, if there is such a one: for the time while a
  /// device is at work. The batch at hand stays valid.
  void prepare(int epoch, std::size_t number);
  /// Whether batch `number` of `epoch` is divided: one of fewer graphs than there are parts is
  /// taken whole by every rank.
  [[nodiscard]] bool divided(int epoch, std::size_t number);
  /// The graphs that are in at(epoch, number), and those of the whole batch.
  [[nodiscard]] std::vector<const nn::GraphSample*> part_of(int epoch, std::size_t number);
  [[nodiscard]] std::vector<const nn::GraphSample*> whole(int epoch, std::size_t number);
  /// The seed of the pass over it.
  [[nodiscard]] std::uint64_t pass_seed(int epoch, std::size_t number) const;

private:
  void draw_order(int epoch);
  [[nodiscard]] std::vector<const nn::GraphSample*> members(std::size_t number,
                                                            const Shard& part) const;

  nn::Pool* pool_;
  const std::vector<nn::GraphSample>* samples_;
  std::vector<std::size_t> which_;
  BatchOptions options_;
  std::size_t size_;
  int epoch_ = -1;
  std::vector<std::size_t> order_; ///< of the samples, or of the batches if they are kept whole
  std::vector<std::optional<nn::GraphBatch<T>>> kept_;
  std::optional<nn::GraphBatch<T>> passing_, next_;
  int next_epoch_ = -1;
  std::size_t next_number_ = 0;
};

} // namespace canon::lab
