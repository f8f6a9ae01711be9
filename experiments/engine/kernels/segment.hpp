#pragma once

#include "kernels/columns.hpp"

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

/// SumItems where a row may have thousands of items (the gradient of a table of a few types), in
/// two steps for a device: first `pieces` sums of each row, one after the other in `partial`.
template <typename T>
struct SumItemPieces {
  const T* x;
  const int* offset;
  const int* item;
  std::int64_t columns, pieces;
  T* partial;

  template <int W>
  CANON_HD void at(std::int64_t piece, std::int64_t column) const {
    fold_at<W>(*this, piece, column);
  }

  using Partial = T;
  CANON_HD std::int64_t begin(std::int64_t piece) const {
    const std::int64_t row = row_of(piece), all = offset[row + 1] - offset[row];
    const std::int64_t before = (piece - row * pieces) * ((all + pieces - 1) / pieces);
    return offset[row] + (before < all ? before : all);
  }
  CANON_HD std::int64_t end(std::int64_t piece) const {
    const std::int64_t row = row_of(piece);
    return piece + 1 == (row + 1) * pieces ? offset[row + 1] : begin(piece + 1);
  }
  CANON_HD void take(T& sum, std::int64_t, std::int64_t i, std::int64_t column) const {
    sum += x[(item != nullptr ? item[i] : i) * columns + column];
  }
  CANON_HD void merge(T& sum, const T& other) const { sum += other; }
  CANON_HD void finish(const T& sum, std::int64_t piece, std::int64_t column) const {
    partial[piece * columns + column] = sum;
  }

private:
  CANON_HD std::int64_t row_of(std::int64_t piece) const { // 64 bits would be slow to divide
    return static_cast<unsigned>(piece) / static_cast<unsigned>(pieces);
  }
};

/// ... and then over the pieces.
template <typename T>
struct SumPiecesOfRow {
  const T* partial;
  std::int64_t columns, pieces;
  T* to;
  bool add;

  template <int W>
  CANON_HD void at(std::int64_t row, std::int64_t column) const {
    fold_at<W>(*this, row, column);
  }

  using Partial = T;
  CANON_HD std::int64_t begin(std::int64_t row) const { return row * pieces; }
  CANON_HD std::int64_t end(std::int64_t row) const { return (row + 1) * pieces; }
  CANON_HD void take(T& sum, std::int64_t, std::int64_t piece, std::int64_t column) const {
    sum += partial[piece * columns + column];
  }
  CANON_HD void merge(T& sum, const T& other) const { sum += other; }
  CANON_HD void finish(const T& sum, std::int64_t row, std::int64_t column) const {
    put<1>(to + row * columns + column, sum, add);
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
