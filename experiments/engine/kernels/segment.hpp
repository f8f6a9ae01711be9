#pragma once

#include "kernels/math.hpp"

/// Rows picked by an index, and sums over rows that belong together.
namespace canon::nn {

template <typename T>
struct PickRows {
  const T* x;
  const int* index;
  std::int64_t columns;
  T* y;

  [[nodiscard]] bool repeatable() const { return true; }

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    store<W>(y + row * columns + column, load<W>(x + index[row] * columns + column));
  }
};

/// to[row] (+)= the sum of x over the items of the row; `item` null: items are rows of x
/// themselves.
template <typename T>
struct SumItems {
  const T* x;
  const int* offset;
  const int* item;
  std::int64_t columns;
  bool mean;
  T* to;
  bool add;

  [[nodiscard]] bool repeatable() const { return !add; }

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    Lanes<T, W> sum{};
    for (int i = offset[row]; i < offset[row + 1]; ++i)
      sum += load<W>(x + (item != nullptr ? item[i] : i) * columns + column);
    const int count = offset[row + 1] - offset[row];
    if (mean && count > 0) sum = sum / static_cast<T>(count);
    put<W>(to + row * columns + column, sum, add);
  }
};

/// to[i] (+)= x[owner of i], divided by the owner's number of items if `mean`.
template <typename T>
struct SpreadItems {
  const T* x;
  const int* owner;
  const int* offset;
  std::int64_t columns;
  bool mean;
  T* to;
  bool add;

  [[nodiscard]] bool repeatable() const { return !add; }

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    const int from = owner[row];
    Lanes<T, W> value = load<W>(x + from * columns + column);
    if (mean) value = value / static_cast<T>(offset[from + 1] - offset[from]);
    put<W>(to + row * columns + column, value, add);
  }
};

} // namespace canon::nn
