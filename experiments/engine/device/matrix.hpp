#pragma once

#include <cstdint>

namespace canon::nn {

/// A row-major matrix that someone else owns; rows lie back to back.
template <typename T>
struct Matrix {
  T* data = nullptr;
  std::int64_t rows = 0, columns = 0;

  [[nodiscard]] std::int64_t size() const { return rows * columns; }
};

} // namespace canon::nn
