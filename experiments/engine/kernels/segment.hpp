#pragma once

#include "kernels/math.hpp"

/// Rows picked by an index, and sums and largest values over rows that belong together.
namespace canon::nn::kernel {

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

/// y[segment] = the largest of the segment's items, column by column; 0 of none.
template <typename T>
struct LargestItems {
  const T* x;
  const int* offset;
  std::int64_t columns;
  T* y;

  [[nodiscard]] bool repeatable() const { return true; }

  template <int W>
  CANON_HD void at(std::int64_t segment, std::int64_t column) const {
    const int first = offset[segment], end = offset[segment + 1];
    Lanes<T, W> most{};
    if (first < end) most = load<W>(x + first * columns + column);
    for (int i = first + 1; i < end; ++i)
      most = larger<W, T>(most, load<W>(x + i * columns + column));
    store<W>(y + segment * columns + column, most);
  }
};

/// Of the items that attain the largest value, the first gets its gradient.
template <typename T>
struct LargestItemsBack {
  const T* x;
  const T* y;
  const T* dy;
  const int* offset;
  std::int64_t columns;
  T* dx;
  bool add;

  [[nodiscard]] bool repeatable() const { return !add; }

  template <int W>
  CANON_HD void at(std::int64_t segment, std::int64_t column) const {
    const std::int64_t here = segment * columns + column;
    const Lanes<T, W> most = load<W>(y + here), none{};
    Lanes<T, W> left = load<W>(dy + here);
    for (int i = offset[segment]; i < offset[segment + 1]; ++i) {
      const Lanes<T, W> v = load<W>(x + i * columns + column);
      const Lanes<T, W> taken = v == most ? left : none;
      left = v == most ? none : left;
      put<W>(dx + i * columns + column, taken, add);
    }
  }
};

} // namespace canon::nn::kernel
