#include "graph/colouring.hpp"

#include <algorithm>

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
  std::vector<std::vector<std::uint64_t>> seen(colour_.size());
  for (const ClassedEdge& e : graph.edges) {
    seen[e.u].push_back((std::uint64_t{e.kind} << 32U) | colour_[e.v]);
    seen[e.v].push_back((std::uint64_t{e.kind} << 32U) | colour_[e.u]);
  }
  for (auto& around : seen)
    std::sort(around.begin(), around.end());
  std::vector<std::vector<std::uint64_t>> kinds = seen;
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  std::vector<std::uint32_t> kind(colour_.size());
  for (std::size_t v = 0; v < colour_.size(); ++v)
    kind[v] = static_cast<std::uint32_t>(std::lower_bound(kinds.begin(), kinds.end(), seen[v]) -
                                         kinds.begin());
  return refine(kind);
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
