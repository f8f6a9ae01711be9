#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace canon::lab {

/// A plain table of numbers, row after row: what the training engine reads without Armadillo.
struct Rows {
  std::size_t columns = 0;
  std::vector<double> values;

  [[nodiscard]] std::size_t count() const { return columns == 0 ? 0 : values.size() / columns; }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const {
    return values[row * columns + column];
  }
  [[nodiscard]] std::span<const double> row(std::size_t i) const {
    return {values.data() + i * columns, columns};
  }
};

} // namespace canon::lab
