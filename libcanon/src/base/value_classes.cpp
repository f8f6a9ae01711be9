#include "base/value_classes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace canon {

namespace {

/// The indices in descending order of value. The index breaks exact ties only to make the order
/// reproducible; members of a class are a set.
void sort_descending(std::span<const double> values, std::vector<std::uint32_t>& order) {
  order.resize(values.size());
  constexpr std::size_t few = 48;
  if (values.size() > few) {
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return values[a] != values[b] ? values[a] > values[b] : a < b;
    });
    return;
  }
  // Counting who comes before whom has no branches to mispredict: for few values faster.
  std::array<std::int64_t, few> place{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    std::int64_t mine = 0;
    for (std::size_t j = 0; j < i; ++j) {
      const std::int64_t before = values[j] >= value ? 1 : 0;
      mine += before;
      place[j] += 1 - before;
    }
    place[i] = mine;
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    order[static_cast<std::size_t>(place[i])] = static_cast<std::uint32_t>(i);
}

} // namespace

void classify(std::span<const double> values, double tolerance, double error, AxisClasses& classes,
              Margin& margin) {
  const auto n = static_cast<std::uint32_t>(values.size());
  sort_descending(values, classes.order);
  classes.begin.clear();
  if (n == 0) return;
  classes.begin.push_back(0);
  double nearest = std::numeric_limits<double>::max(); // of the gaps to the tolerance
  for (std::uint32_t i = 1; i < n; ++i) {
    const double gap = values[classes.order[i - 1]] - values[classes.order[i]];
    nearest = std::min(nearest, std::abs(gap - tolerance));
    if (gap > tolerance) classes.begin.push_back(i);
  }
  classes.begin.push_back(n);
  if (n > 1) margin.allow(2.0 * error, nearest);
}

AxisClasses classes_by_number(std::span<const std::uint32_t> number, std::size_t count) {
  AxisClasses result;
  result.begin.assign(count + 1, 0);
  for (std::uint32_t i : number)
    ++result.begin[i + 1];
  std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
  result.order.resize(number.size());
  std::vector<std::uint32_t> next(result.begin.begin(), result.begin.end());
  for (std::uint32_t v = 0; v < number.size(); ++v)
    result.order[next[number[v]]++] = v;
  return result;
}

} // namespace canon
