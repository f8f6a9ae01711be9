#pragma once

#include "device/backend.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace canon::nn {

/// The one source of a backend's memory. What is given back is kept and handed out again, so that a
/// training loop allocates in its first step only. Kernels run in order, so a block may be handed
/// out while the kernel that used it last is still under way. Not for several threads at once.
class Pool {
public:
  explicit Pool(Backend backend) : backend_(backend) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool();

  /// Uninitialised, aligned to a cache line; nullptr for 0 bytes.
  [[nodiscard]] void* take(std::size_t bytes);
  void give(void* block, std::size_t bytes);

  [[nodiscard]] Backend backend() const { return backend_; }
  /// The most that was in use at one time since the last call of forget_peak().
  [[nodiscard]] std::size_t peak_bytes() const { return peak_; }
  void forget_peak() { peak_ = used_; }
  /// How many blocks had to be made, because none that was given back would do.
  [[nodiscard]] std::size_t allocations() const { return allocations_; }

private:
  void* make(std::size_t size);
  void* ask(std::size_t bytes);
  bool give_back_unused();

  Backend backend_;
  std::map<std::size_t, std::vector<void*>> free_; ///< by size class
  std::vector<void*> asked_;                       ///< from the system
  char* slab_ = nullptr;                           ///< what is left of the newest slab
  std::size_t slab_left_ = 0;
  std::size_t used_ = 0, peak_ = 0, allocations_ = 0;
};

/// An array of `count` from a pool, given back at its end.
template <typename T>
class Array {
public:
  Array() = default;
  Array(Pool& pool, std::size_t count)
      : pool_(&pool), data_(static_cast<T*>(pool.take(count * sizeof(T)))), count_(count) {}
  Array(Array&& other) noexcept { swap(other); }
  Array& operator=(Array&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Array() {
    if (data_ != nullptr) pool_->give(data_, count_ * sizeof(T));
  }

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return count_; }

private:
  void swap(Array& other) noexcept {
    std::swap(pool_, other.pool_);
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
  }

  Pool* pool_ = nullptr;
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

/// Between the host's memory and a backend's; the host's may be used again at once.
void copy_to_backend(Backend backend, void* to, const void* from, std::size_t bytes);
void copy_to_host(Backend backend, void* to, const void* from, std::size_t bytes);
void fill_zero(Backend backend, void* block, std::size_t bytes);

template <typename T>
Array<T> array_of(Pool& pool, const std::vector<T>& values) {
  Array<T> array(pool, values.size());
  copy_to_backend(pool.backend(), array.data(), values.data(), values.size() * sizeof(T));
  return array;
}

} // namespace canon::nn
