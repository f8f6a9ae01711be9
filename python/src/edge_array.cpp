#include "edge_array.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nanobind/stl/string.h>
#include <sstream>
#include <vector>

namespace canon::python {
namespace {

/// An edge by its ends, smaller first: max_vertices is far below 2^32.
struct Listed {
  std::uint64_t ends = 0;
  std::size_t index = 0;
};
static_assert(max_vertices < (std::uint64_t{1} << 32U));

/// Lists the edges of a view once each, in the order in which they first appear.
class EdgeMerger {
public:
  EdgeMerger(const EdgeView& view, const ReadOptions& rules, const std::string& where)
      : view_(view), rules_(rules), where_(where) {}

  [[nodiscard]] std::vector<Edge> edges() {
    if (!plain()) {
      kept_.clear();
      list();
      merge();
      std::sort(kept_.begin(), kept_.end());
    }
    std::vector<Edge> result;
    result.reserve(kept_.size());
    for (const std::size_t i : kept_)
      result.push_back(
          {static_cast<Vertex>(view_.u[i]), static_cast<Vertex>(view_.v[i]), weight(i), label(i)});
    return result;
  }

private:
  [[nodiscard]] double weight(std::size_t i) const {
    return view_.weights != nullptr ? view_.weights[i] : 1.0;
  }
  [[nodiscard]] std::int64_t label(std::size_t i) const {
    return view_.edge_labels != nullptr ? view_.edge_labels[i] : 0;
  }

  [[noreturn]] void refuse(std::size_t i, const std::string& what) const {
    std::ostringstream text;
    text << where_ << "edge " << view_.u[i] << "-" << view_.v[i] << " (column " << i
         << "): " << what;
    throw ArgumentError(text.str());
  }

  /// The edges of a small unweighted graph without loops that is listed as nearly all are, each
  /// edge once or each in both directions: found without a sort. False for what list() and merge()
  /// have to judge.
  bool plain() {
    constexpr std::size_t bits = 64;
    if (view_.vertices > bits || view_.weights != nullptr || view_.edge_labels != nullptr)
      return false;
    std::array<std::uint64_t, bits> rows{};
    const auto n = static_cast<std::uint64_t>(view_.vertices);
    kept_.reserve(view_.edges);
    for (std::size_t i = 0; i < view_.edges; ++i) {
      const auto u = static_cast<std::uint64_t>(view_.u[i]);
      const auto v = static_cast<std::uint64_t>(view_.v[i]);
      if (u >= n || v >= n || u == v || (rows[u] >> v & 1U) != 0) return false;
      rows[u] |= std::uint64_t{1} << v;
      if ((rows[v] >> u & 1U) == 0) kept_.push_back(i);
    }
    return kept_.size() == view_.edges || 2 * kept_.size() == view_.edges;
  }

  /// Checks every entry; loops that are to be dropped are not listed.
  void list() {
    listed_.reserve(view_.edges);
    const auto n = static_cast<std::int64_t>(view_.vertices);
    for (std::size_t i = 0; i < view_.edges; ++i) {
      const std::int64_t u = view_.u[i], v = view_.v[i];
      if (u < 0 || v < 0 || u >= n || v >= n)
        refuse(i, "expected vertices from 0 to num_nodes - 1, num_nodes = " + std::to_string(n));
      const double w = weight(i);
      if (!std::isfinite(w) || w == 0.0)
        refuse(i, "expected a finite weight other than 0, got " + std::to_string(w));
      if (w < 0.0 && !rules_.negative_weights)
        refuse(i, "expected a weight above 0, got " + std::to_string(w) +
                      " (negative_weights=True allows it)");
      if (u == v) {
        if (rules_.loops == ReadOptions::Loops::refuse)
          refuse(i, "expected no loop (loops=\"keep\" or \"drop\" allows it)");
        if (rules_.loops == ReadOptions::Loops::drop) continue;
      }
      const auto low = static_cast<std::uint64_t>(std::min(u, v));
      const auto high = static_cast<std::uint64_t>(std::max(u, v));
      listed_.push_back({low << 32U | high, i});
    }
  }

  void merge() {
    std::sort(listed_.begin(), listed_.end(), [](const Listed& a, const Listed& b) {
      return a.ends != b.ends ? a.ends < b.ends : a.index < b.index;
    });
    const bool symmetrise = rules_.directed == ReadOptions::Directed::symmetrise;
    const Listed* single = nullptr;
    bool doubled = false;
    for (std::size_t first = 0, end = 0; first < listed_.size(); first = end) {
      for (end = first + 1; end < listed_.size() && listed_[end].ends == listed_[first].ends;)
        ++end;
      const std::size_t i = listed_[first].index;
      kept_.push_back(i);
      const bool both_ways = compare(first, end);
      if (view_.u[i] == view_.v[i]) continue;
      if (both_ways)
        doubled = true;
      else if (single == nullptr)
        single = &listed_[first];
    }
    if (doubled && single != nullptr && !symmetrise)
      refuse(single->index,
             "is listed in one direction, and others in both: expected an undirected "
             "graph (directed=\"symmetrise\" ignores the directions)");
  }

  /// The entries of one edge: throws unless they are one edge by the rules. True if it is listed in
  /// both directions.
  [[nodiscard]] bool compare(std::size_t first, std::size_t end) const {
    const std::size_t i = listed_[first].index;
    bool both_ways = false;
    for (std::size_t next = first + 1; next < end; ++next) {
      const std::size_t j = listed_[next].index;
      const bool reversed = view_.u[i] != view_.u[j];
      if (weight(i) != weight(j) || label(i) != label(j))
        refuse(j, "expected the weight and label of column " + std::to_string(i) +
                      ", which is the same edge");
      if ((!reversed || both_ways) && rules_.duplicates == ReadOptions::Duplicates::refuse)
        refuse(j, "expected every edge once per direction (duplicates=\"merge\" allows it)");
      both_ways = both_ways || reversed;
    }
    return both_ways;
  }

  const EdgeView& view_;
  const ReadOptions& rules_;
  const std::string& where_;
  std::vector<Listed> listed_;
  std::vector<std::size_t> kept_; ///< columns that stay
};

std::string shape_text(const Integers& array) {
  std::string text = "(";
  for (std::size_t d = 0; d < array.ndim(); ++d)
    text += (d == 0 ? "" : ", ") + std::to_string(array.shape(d));
  return text + (array.ndim() == 1 ? ",)" : ")");
}

template <typename Array>
void require_length(const Array& array, std::size_t length, const std::string& where,
                    const char* name, const char* one_per) {
  if (array.shape(0) != length)
    throw ArgumentError(where + name + ": expected one entry per " + one_per + ", " +
                        std::to_string(length) + ", got " + std::to_string(array.shape(0)));
}

} // namespace

Graph graph_of(const EdgeView& view, const ReadOptions& rules, const std::string& where) {
  Graph graph = make_graph(view.vertices, EdgeMerger(view, rules, where).edges());
  if (view.vertex_labels != nullptr)
    for (std::size_t v = 0; v < view.vertices; ++v)
      graph[v].label = view.vertex_labels[v];
  return graph;
}

std::size_t count_vertices(const std::int64_t* u, const std::int64_t* v, std::size_t edges,
                           const std::string& where) {
  std::int64_t largest = -1;
  for (std::size_t i = 0; i < edges; ++i) {
    if (u[i] < 0 || v[i] < 0)
      throw ArgumentError(where + "edge_index: expected no negative index, got " +
                          std::to_string(std::min(u[i], v[i])) + " in column " + std::to_string(i));
    largest = std::max({largest, u[i], v[i]});
  }
  const std::size_t bound =
      std::min(max_vertices, max_unseen_vertices + vertices_per_entry * edges);
  if (largest >= 0 && static_cast<std::size_t>(largest) >= bound)
    throw ArgumentError(where + "edge_index: expected num_nodes for an index as large as " +
                        std::to_string(largest) + " in " + std::to_string(edges) + " columns");
  return static_cast<std::size_t>(largest + 1);
}

std::size_t checked_vertices(std::int64_t vertices, const std::string& where) {
  if (vertices < 0 || static_cast<std::size_t>(vertices) > max_vertices)
    throw ArgumentError(where + "num_nodes: expected 0 to " + std::to_string(max_vertices) +
                        ", got " + std::to_string(vertices));
  return static_cast<std::size_t>(vertices);
}

GraphArrays::GraphArrays(nb::handle edge_index, nb::handle num_nodes, nb::handle edge_weight,
                         nb::handle node_labels, nb::handle edge_labels, const std::string& where)
    : edge_index_(integer_array(edge_index, "edge_index", 2)) {
  if (edge_index_.shape(0) != 2)
    throw ArgumentError(where + "edge_index: expected the shape (2, edges), got " +
                        shape_text(edge_index_));
  view_.edges = edge_index_.shape(1);
  view_.u = edge_index_.data();
  view_.v = view_.u + view_.edges;
  if (!node_labels.is_none()) node_labels_ = label_array(node_labels, "node_labels");
  std::int64_t vertices = 0;
  if (num_nodes.is_none()) {
    view_.vertices =
        node_labels.is_none()
            ? count_vertices(view_.u, view_.v, view_.edges, where)
            : checked_vertices(static_cast<std::int64_t>(node_labels_.shape(0)), where);
  } else if (nb::try_cast(nb::borrow(num_nodes), vertices)) {
    view_.vertices = checked_vertices(vertices, where);
  } else {
    throw ArgumentError(where + "num_nodes: expected an integer from 0 to " +
                        std::to_string(max_vertices) + " or None, got " +
                        nb::cast<std::string>(nb::repr(num_nodes)));
  }
  if (!edge_weight.is_none()) {
    edge_weight_ = real_array(edge_weight, "edge_weight", 1);
    require_length(edge_weight_, view_.edges, where, "edge_weight", "column of edge_index");
    view_.weights = edge_weight_.data();
  }
  if (!edge_labels.is_none()) {
    edge_labels_ = label_array(edge_labels, "edge_labels");
    require_length(edge_labels_, view_.edges, where, "edge_labels", "column of edge_index");
    view_.edge_labels = edge_labels_.data();
  }
  if (!node_labels.is_none()) {
    require_length(node_labels_, view_.vertices, where, "node_labels", "node");
    view_.vertex_labels = node_labels_.data();
  }
}

} // namespace canon::python
