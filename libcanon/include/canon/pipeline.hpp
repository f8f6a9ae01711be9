#pragma once

#include <canon/blas.hpp>
#include <canon/export.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <ctime>
#include <exception>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace canon CANON_API {

/// How many items a thread takes at once: a batch grows while it takes less processor time than
/// `shortest` and shrinks when it takes more than `longest`. It begins with `first` items.
struct BatchSize {
  std::size_t largest = 64;
  std::chrono::microseconds shortest{500}, longest{2000};
  std::size_t first = 1;
};

/// The processor time of this thread. Not the time of day: batches must not shrink because other
/// programs keep the processor.
inline std::chrono::nanoseconds time_of_thread() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  std::timespec time{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
#endif
  return std::chrono::steady_clock::now().time_since_epoch();
}

/// Runs a stream of items through `threads` threads with reading and writing in order.
/// See ordered_pipeline and ordered_batches.
template <typename Item, typename Result, typename Produce, typename Work, typename Consume>
class OrderedPipeline {
public:
  OrderedPipeline(std::size_t threads, const BatchSize& size, Produce& produce, Work& work,
                  Consume& consume)
      : window_(4 * threads), size_(size), produce_(produce), work_(work), consume_(consume) {}

  std::size_t run(std::size_t threads) {
    {
      std::vector<std::jthread> team;
      try {
        for (std::size_t t = 1; t < threads; ++t)
          team.emplace_back([this] { serve(); });
      } catch (...) { // no memory for a thread: those that run must not do all of it first
        stop(std::current_exception());
      }
      serve();
    }
    if (failure_) std::rethrow_exception(failure_);
    return written_;
  }

private:
  struct Batch {
    std::vector<Item> items;
    std::size_t wanted = 1, count = 0;
    std::size_t number = 0, first = 0; ///< its place among the batches, that of its first item
    std::exception_ptr failure;        ///< of reading the item after the last
  };

  /// Consecutive results, and the failure that came after them.
  struct Done {
    std::vector<Result> results;
    std::exception_ptr failure;
  };

  /// Items are taken in batches, for a lock costs as much as a small item; a batch is sized by how
  /// long it lasts, which leaves large items alone.
  void serve() {
    try {
      serve_batches();
    } catch (...) { // out of memory between the items
      stop(std::current_exception());
    }
  }

  void stop(const std::exception_ptr& failure) {
    const std::lock_guard lock(writing_);
    if (!failure_) failure_ = failure;
    stopped_ = true;
    moved_.notify_all();
  }

  void serve_batches() {
    Batch batch;
    batch.wanted = std::clamp<std::size_t>(size_.first, 1, size_.largest);
    while (take(batch)) {
      const std::chrono::nanoseconds start = time_of_thread();
      Done done;
      try {
        work_on(batch, 0, batch.count, done.results);
        done.failure = batch.failure;
      } catch (...) {
        done.failure = find_failure(batch, done.results);
      }
      const std::chrono::nanoseconds spent = time_of_thread() - start;
      deliver(batch.number, std::move(done));
      if (spent < size_.shortest)
        batch.wanted = std::min(2 * batch.wanted, size_.largest);
      else if (spent > size_.longest)
        batch.wanted = std::max<std::size_t>(batch.wanted / 2, 1);
    }
  }

  void work_on(Batch& batch, std::size_t from, std::size_t count, std::vector<Result>& results) {
    work_(std::span(batch.items).subspan(from, count), batch.first + from, results);
  }

  /// The batch failed, which says nothing of the items before the one that did: they are worked on
  /// one by one, and so the failure is the first in order whatever the batch was.
  std::exception_ptr find_failure(Batch& batch, std::vector<Result>& results) {
    std::exception_ptr failure = std::current_exception();
    const std::size_t done = results.size();
    try {
      for (std::size_t i = done; i < batch.count; ++i)
        work_on(batch, i, 1, results);
    } catch (...) {
      failure = std::current_exception();
    }
    return failure;
  }

  bool take(Batch& batch) {
    batch.items.resize(batch.wanted);
    batch.count = 0;
    batch.failure = nullptr;
    const std::lock_guard lock(reading_);
    if (stopped_) return false;
    try {
      while (batch.count < batch.wanted && produce_(batch.items[batch.count]))
        ++batch.count;
      if (batch.count < batch.wanted) stopped_ = true;
    } catch (...) {
      batch.failure = std::current_exception();
      stopped_ = true;
    }
    if (batch.count == 0 && !batch.failure) return false;
    batch.number = batches_++;
    batch.first = read_;
    read_ += batch.count;
    return true;
  }

  /// Failures queue like results, so that the failure reported is the first in order whatever the
  /// threads did. Whoever finds the next batch ready writes, and continues while there are more.
  void deliver(std::size_t number, Done done) {
    std::unique_lock lock(writing_);
    moved_.wait(lock, [&] { return number < next_ + window_ || failure_; });
    if (failure_) return;
    ready_.emplace(number, std::move(done));
    if (draining_) return;
    draining_ = true;
    while (!failure_ && !ready_.empty() && ready_.begin()->first == next_) {
      auto node = ready_.extract(ready_.begin());
      lock.unlock();
      Done& batch = node.mapped();
      try {
        for (Result& result : batch.results)
          consume_(result, written_++);
      } catch (...) {
        batch.failure = std::current_exception();
      }
      lock.lock();
      if (batch.failure) {
        failure_ = batch.failure;
        stopped_ = true; // read without the reading lock at worst one batch late
      } else {
        ++next_;
      }
      moved_.notify_all();
    }
    draining_ = false;
  }

  const std::size_t window_; ///< batches that may wait for an earlier one
  const BatchSize size_;
  Produce& produce_;
  Work& work_;
  Consume& consume_;
  std::mutex reading_, writing_;
  std::condition_variable moved_;
  std::size_t read_ = 0, batches_ = 0; ///< under reading_
  std::size_t next_ = 0;               ///< the batch to be written next
  std::size_t written_ = 0;            ///< items; whoever drains counts them
  std::atomic<bool> stopped_ = false;
  bool draining_ = false;
  std::map<std::size_t, Done> ready_;
  std::exception_ptr failure_;
};

/// Reads, works and writes in a stream: produce(Item&) -> bool one at a time, work on batches of
/// consecutive items on `threads` threads, consume(Result&, index) one at a time in the order of
/// the items. work(std::span<Item>, index of the first, std::vector<Result>&) appends one result
/// per item; if it throws, it is called again with the items that have no result, one by one. A
/// bounded number of items is alive at any time. The first exception in the order of the items
/// stops everything and is thrown again. Returns the number of items.
template <typename Item, typename Result, typename Produce, typename Work, typename Consume>
std::size_t ordered_batches(std::size_t threads, const BatchSize& size, Produce&& produce,
                            Work&& work, Consume&& consume) {
  return OrderedPipeline<Item, Result, Produce, Work, Consume>(threads, size, produce, work,
                                                               consume)
      .run(threads);
}

/// The same with work(Item&, index) -> Result on one item at a time.
template <typename Item, typename Result, typename Produce, typename Work, typename Consume>
std::size_t ordered_pipeline(std::size_t threads, Produce&& produce, Work&& work,
                             Consume&& consume) {
  const auto each = [&](std::span<Item> items, std::size_t first, std::vector<Result>& results) {
    for (std::size_t i = 0; i < items.size(); ++i)
      results.push_back(work(items[i], first + i));
  };
  return ordered_batches<Item, Result>(threads, BatchSize{}, produce, each, consume);
}

} // namespace canon
