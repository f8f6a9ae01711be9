#pragma once

#include "arrays.hpp"

#include <canon/graph.hpp>
#include <canon/graph_io.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace canon::python {

/// One graph as it lies in arrays that somebody else holds. Edge i joins u[i] and v[i].
struct EdgeView {
  std::size_t vertices = 0, edges = 0;
  const std::int64_t* u = nullptr;
  const std::int64_t* v = nullptr;
  const double* weights = nullptr;             ///< by edge; null: all 1
  const std::int64_t* edge_labels = nullptr;   ///< by edge; null: all 0
  const std::int64_t* vertex_labels = nullptr; ///< by vertex; null: all 0
};

/// The graph. An undirected edge may be listed once, or in both directions with equal weight and
/// label, as PyG has it; the same for all edges, unless rules.directed is symmetrise. The rules are
/// those of the readers. `where` begins the messages. Throws ArgumentError.
[[nodiscard]] Graph graph_of(const EdgeView& view, const ReadOptions& rules,
                             const std::string& where = "");

/// 1 + the largest index; ArgumentError for a negative one, and for one that so few edges do not
/// bear out (the bound of the readers), since nobody said how many vertices there are.
[[nodiscard]] std::size_t count_vertices(const std::int64_t* u, const std::int64_t* v,
                                         std::size_t edges, const std::string& where = "");

/// A number of vertices that somebody did say: 0 to max_vertices.
[[nodiscard]] std::size_t checked_vertices(std::int64_t vertices, const std::string& where = "");

/// The arrays of one graph, kept alive, and their view.
class GraphArrays {
public:
  /// None where there is none. Checks shapes and lengths: ArgumentError.
  GraphArrays(nb::handle edge_index, nb::handle num_nodes, nb::handle edge_weight,
              nb::handle node_labels, nb::handle edge_labels, const std::string& where = "");

  [[nodiscard]] const EdgeView& view() const { return view_; }

private:
  Integers edge_index_, node_labels_, edge_labels_;
  Reals edge_weight_;
  EdgeView view_;
};

} // namespace canon::python
