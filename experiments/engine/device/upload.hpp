#pragma once

#include "device/pool.hpp"

namespace canon::nn {

/// Arrays that go to a backend together, as those of a batch do. On a device they lie one after the
/// other and travel in one asynchronous copy from pinned memory, before the next kernel starts; on
/// the CPU they are arrays of the pool like any other. For example
///
///     Upload upload(pool);
///     const int* offset = upload.add(offsets); // of the vector `offsets`
class Upload {
public:
  explicit Upload(Pool& pool) : pool_(&pool) {}
  Upload(Upload&&) = default;
  Upload& operator=(Upload&&) = default;
  /// What is still on its way goes first: the memory is handed out again.
  ~Upload();

  /// Where the numbers are on the backend, as long as this lives; null for none. `values` may be
  /// used again at once.
  template <typename T>
  const T* add(const std::vector<T>& values) {
    return static_cast<const T*>(add(values.data(), values.size() * sizeof(T)));
  }

private:
  const void* add(const void* values, std::size_t bytes);

  Pool* pool_;
  std::vector<Array<char>> blocks_;
  std::size_t used_ = 0; ///< of the last block
};

} // namespace canon::nn
