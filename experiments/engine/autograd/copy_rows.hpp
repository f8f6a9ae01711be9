#pragma once

#include <cstdint>

namespace canon::nn {

/// Rows of `columns` numbers; what is behind them in a row of `to` becomes 0. On the CPU.
template <typename T>
struct CopyRows {
  const T* from;
  std::int64_t from_stride, columns;
  T* to;
  std::int64_t to_stride;
  const int* index = nullptr; ///< which row of `from`, if not the same
  bool add = false;

  void operator()(std::int64_t row) const {
    const T* const source = from + (index != nullptr ? index[row] : row) * from_stride;
    T* const target = to + row * to_stride;
    for (std::int64_t j = 0; j < columns; ++j)
      target[j] = add ? target[j] + source[j] : source[j];
    for (std::int64_t j = columns; j < to_stride; ++j)
      target[j] = T(0);
  }
};

template <typename T>
void copy_rows(std::int64_t rows, const CopyRows<T>& kernel) {
#pragma omp parallel for schedule(static)
  for (std::int64_t row = 0; row < rows; ++row)
    kernel(row);
}

} // namespace canon::nn
