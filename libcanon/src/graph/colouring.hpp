#pragma once

#include "base/value_classes.hpp"
#include "graph/edge_classes.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace canon {

/// A partition of the vertices into ordered colour classes that only ever gets finer. Colours come
/// from values by gap, so two colours differ by integers, never by a floating-point hash.
class Colouring {
public:
  explicit Colouring(std::size_t n) : colour_(n, 0), count_(n == 0 ? 0 : 1) {}

  /// Splits every class by the value classes of its members, larger values first; each value is
  /// known up to `error`. True if it grew.
  bool refine(std::span<const double> values, double tolerance, double error, Margin& margin);

  /// Splits by integers, smaller ones first. True if it grew.
  bool refine(const std::vector<std::uint32_t>& kinds);

  /// One round of colour refinement: splits by the multiset of (kind of edge, colour of neighbour).
  bool refine_over_edges(const ClassedGraph& graph);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool discrete() const { return count_ == colour_.size(); }
  [[nodiscard]] std::uint32_t operator[](std::size_t v) const { return colour_[v]; }

  /// The classes in order of colour, as axis classes.
  [[nodiscard]] AxisClasses classes() const;

private:
  /// Recolours by the ranks of keys_. True if there are more of them than colours before.
  bool adopt_keys();

  std::vector<std::uint32_t> colour_;
  std::size_t count_;
  AxisClasses scratch_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint64_t> distinct_;
  // Of refine_over_edges.
  std::vector<std::size_t> begin_;
  std::vector<std::uint64_t> seen_;
  std::vector<std::uint32_t> order_, kinds_;
};

} // namespace canon
