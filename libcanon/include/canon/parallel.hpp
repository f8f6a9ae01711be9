#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace canon {

/// Asks BLAS and LAPACK to stay on the calling thread, for the whole process. Small eigenproblems
/// run fastest that way, and results do not depend on the number of threads. Returns false where
/// the BLAS at hand offers no such switch.
bool use_one_blas_thread();

/// Runs a stream of items through `threads` threads with reading and writing in order.
/// See ordered_pipeline.
template <typename Item, typename Result, typename Produce, typename Work, typename Consume>
class OrderedPipeline {
public:
  OrderedPipeline(std::size_t threads, Produce& produce, Work& work, Consume& consume)
      : window_(8 * threads), produce_(produce), work_(work), consume_(consume) {}

  std::size_t run(std::size_t threads) {
    {
      std::vector<std::jthread> team;
      for (std::size_t t = 1; t < threads; ++t)
        team.emplace_back([this] { serve(); });
      serve();
    }
    if (failure_) std::rethrow_exception(failure_);
    return written_;
  }

private:
  struct Done {
    std::optional<Result> result;
    std::exception_ptr failure;
  };

  void serve() {
    Item item;
    for (std::size_t index = 0; take(item, index);) {
      Done done;
      try {
        done.result.emplace(work_(item, index));
      } catch (...) {
        done.failure = std::current_exception();
      }
      deliver(index, std::move(done));
    }
  }

  bool take(Item& item, std::size_t& index) {
    const std::lock_guard lock(reading_);
    if (stopped_) return false;
    index = read_;
    try {
      if (!produce_(item)) {
        stopped_ = true;
        return false;
      }
    } catch (...) {
      stopped_ = true;
      ++read_;
      deliver(index, Done{std::nullopt, std::current_exception()});
      return false;
    }
    ++read_;
    return true;
  }

  /// Failures queue like results, so that the failure reported is the first in order whatever the
  /// threads did. Whoever finds the next result ready writes, and goes on while there are more.
  void deliver(std::size_t index, Done done) {
    std::unique_lock lock(writing_);
    moved_.wait(lock, [&] { return index < written_ + window_ || failure_; });
    if (failure_) return;
    ready_.emplace(index, std::move(done));
    if (draining_) return;
    draining_ = true;
    while (!failure_ && !ready_.empty() && ready_.begin()->first == written_) {
      auto node = ready_.extract(ready_.begin());
      lock.unlock();
      std::exception_ptr failure = node.mapped().failure;
      if (!failure) {
        try {
          consume_(*node.mapped().result, node.key());
        } catch (...) {
          failure = std::current_exception();
        }
      }
      lock.lock();
      if (failure) {
        failure_ = failure;
        stopped_ = true; // read without the reading lock at worst one item late
      } else {
        ++written_;
      }
      moved_.notify_all();
    }
    draining_ = false;
  }

  const std::size_t window_; ///< results that may wait for an earlier one
  Produce& produce_;
  Work& work_;
  Consume& consume_;
  std::mutex reading_, writing_;
  std::condition_variable moved_;
  std::size_t read_ = 0, written_ = 0;
  std::atomic<bool> stopped_ = false;
  bool draining_ = false;
  std::map<std::size_t, Done> ready_;
  std::exception_ptr failure_;
};

/// Reads, works and writes in a stream: produce(Item&) -> bool one at a time, work(Item&, index) ->
/// Result on `threads` threads, consume(Result&, index) one at a time in the order of the items. A
/// bounded number of items is alive at any time. The first exception in that order stops everything
/// and is thrown again. Returns the number of items.
template <typename Item, typename Result, typename Produce, typename Work, typename Consume>
std::size_t ordered_pipeline(std::size_t threads, Produce&& produce, Work&& work,
                             Consume&& consume) {
  return OrderedPipeline<Item, Result, Produce, Work, Consume>(threads, produce, work, consume)
      .run(threads);
}

} // namespace canon
