#pragma once

#include <canon/graph_operator.hpp>
#include <canon/symmetry.hpp>

#include <armadillo>

#include <map>
#include <utility>
#include <vector>

namespace canon {

/// A graph as the checker of certificates sees it: nothing but the list of its edges, and none of
/// the code that canonizes.
struct PlainGraph {
  std::vector<std::int64_t> labels;                       ///< of the vertices
  std::map<std::pair<Vertex, Vertex>, EdgeProperty> edge; ///< smaller end first
};

[[nodiscard]] PlainGraph plain_graph(const Graph& graph);

/// The operator by its definition; false where it has none (a degree that is not positive) or
/// an entry is beyond the doubles.
[[nodiscard]] bool plain_operator(const PlainGraph& graph, GraphOperator op, arma::mat& matrix);

/// Whether `map` is a bijection that carries `a` to `b`: every edge to an edge of the same weight,
/// exactly, and with `labels` of the same label, as well as every vertex.
[[nodiscard]] bool keeps_graph(const PlainGraph& a, const PlainGraph& b, const VertexMap& map,
                               bool labels);

} // namespace canon
