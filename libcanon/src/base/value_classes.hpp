#pragma once

#include <canon/tolerance.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace canon {

/// Indices grouped by equal value, in descending order of value: the paper's B_1, B_2, ...
/// Class i holds order[begin[i]] .. order[begin[i+1]-1].
struct AxisClasses {
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> begin; ///< count()+1 entries

  [[nodiscard]] std::size_t count() const { return begin.empty() ? 0 : begin.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> members(std::size_t i) const {
    return {order.data() + begin[i], order.data() + begin[i + 1]};
  }
};

/// Sorts and cuts where neighbours differ by more than `tolerance`; records every comparison in
/// `margin`, each value being known up to `error`. Reuses the memory of `classes`.
void classify(std::span<const double> values, double tolerance, double error, AxisClasses& classes,
              Margin& margin);

/// The classes of indices that have the same number in 0..count-1, in order of the numbers.
[[nodiscard]] AxisClasses classes_by_number(std::span<const std::uint32_t> number,
                                            std::size_t count);

} // namespace canon
