#include "dataset/planar.hpp"

#include <boost/graph/boyer_myrvold_planar_test.hpp>
#include <boost/range/iterator_range.hpp>

namespace canon::lab {
namespace {

/// The test wants numbered edges, which canon's graphs do not have.
using NumberedGraph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                          boost::property<boost::edge_index_t, std::size_t>>;

NumberedGraph numbered(const Graph& graph) {
  NumberedGraph result(num_vertices(graph));
  std::size_t number = 0;
  for (const auto e : boost::make_iterator_range(edges(graph)))
    add_edge(source(e, graph), target(e, graph), number++, result);
  return result;
}

} // namespace

bool is_planar(const Graph& graph) {
  return boost::boyer_myrvold_planarity_test(numbered(graph));
}

std::optional<std::vector<std::vector<Vertex>>> planar_rotations(const Graph& graph) {
  const NumberedGraph copy = numbered(graph);
  std::vector<std::vector<boost::graph_traits<NumberedGraph>::edge_descriptor>> around(
      num_vertices(copy));
  namespace arg = boost::boyer_myrvold_params;
  if (!boost::boyer_myrvold_planarity_test(arg::graph = copy, arg::embedding = around.data()))
    return std::nullopt;
  std::vector<std::vector<Vertex>> result(num_vertices(copy));
  for (Vertex v = 0; v < result.size(); ++v)
    for (const auto& e : around[v])
      result[v].push_back(source(e, copy) == v ? target(e, copy) : source(e, copy));
  return result;
}

} // namespace canon::lab
