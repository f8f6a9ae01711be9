#include "graph/colouring.hpp"

#include <algorithm>
#include <numeric>

namespace canon {

bool Colouring::refine(std::span<const double> values, double tolerance, double error,
                       Margin& margin) {
  if (discrete()) return false;
  classify(values, tolerance, error, scratch_, margin);
  if (scratch_.count() == 1) return false;
  keys_.resize(colour_.size());
  for (std::size_t i = 0; i < scratch_.count(); ++i)
    for (std::uint32_t v : scratch_.members(i))
      keys_[v] = (std::uint64_t{colour_[v]} << 32U) | i;
  return adopt_keys();
}

bool Colouring::refine(const std::vector<std::uint32_t>& kinds) {
  keys_.resize(colour_.size());
  for (std::size_t v = 0; v < kinds.size(); ++v)
    keys_[v] = (std::uint64_t{colour_[v]} << 32U) | kinds[v];
  return adopt_keys();
}

bool Colouring::refine_over_edges(const ClassedGraph& graph) {
  if (discrete()) return false;
  const std::size_t n = colour_.size();
  // What vertex v sees, sorted: seen_[begin_[v]] .. seen_[begin_[v + 1] - 1].
  begin_.assign(n + 2, 0);
  for (const ClassedEdge& e : graph.edges) {
    ++begin_[e.u + 2];
    ++begin_[e.v + 2];
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  seen_.resize(2 * graph.edges.size());
  for (const ClassedEdge& e : graph.edges) {
    seen_[begin_[e.u + 1]++] = (std::uint64_t{e.kind} << 32U) | colour_[e.v];
    seen_[begin_[e.v + 1]++] = (std::uint64_t{e.kind} << 32U) | colour_[e.u];
  }
  const auto around = [&](std::uint32_t v) {
    return std::span(seen_).subspan(begin_[v], begin_[v + 1] - begin_[v]);
  };
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), 0U);
  for (const std::uint32_t v : order_)
    std::sort(around(v).begin(), around(v).end());
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::lexicographical_compare(around(a), around(b));
  };
  std::sort(order_.begin(), order_.end(), before);
  kinds_.resize(n);
  std::uint32_t kind = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0 && before(order_[i - 1], order_[i])) ++kind;
    kinds_[order_[i]] = kind;
  }
  return refine(kinds_);
}

bool Colouring::adopt_keys() {
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
  return classes_by_number(colour_, count_);
}

} // namespace canon
