#include "colouring.hpp"

#include <algorithm>
#include <numeric>

namespace canon {

bool Colouring::refine(std::span<const double> values, double tolerance, Margin& margin) {
  if (discrete()) return false;
  classify(values, tolerance, scratch_, margin);
  if (scratch_.count() == 1) return false;
  keys_.resize(colour_.size());
  for (std::size_t i = 0; i < scratch_.count(); ++i)
    for (std::uint32_t v : scratch_.members(i))
      keys_[v] = (std::uint64_t{colour_[v]} << 32U) | i;
  distinct_ = keys_;
  std::sort(distinct_.begin(), distinct_.end());
  distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
  if (distinct_.size() == count_) return false;
  for (std::size_t v = 0; v < colour_.size(); ++v)
    colour_[v] = static_cast<std::uint32_t>(
        std::lower_bound(distinct_.begin(), distinct_.end(), keys_[v]) - distinct_.begin());
  count_ = distinct_.size();
  return true;
}

AxisClasses Colouring::classes() const {
  AxisClasses result;
  result.begin.assign(count_ + 1, 0);
  for (std::uint32_t c : colour_)
    ++result.begin[c + 1];
  std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
  result.order.resize(colour_.size());
  std::vector<std::uint32_t> next(result.begin.begin(), result.begin.end());
  for (std::uint32_t v = 0; v < colour_.size(); ++v)
    result.order[next[colour_[v]]++] = v;
  return result;
}

} // namespace canon
