#include "certificate/plain_graph.hpp"

#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <cmath>

namespace canon {

PlainGraph plain_graph(const Graph& graph) {
  PlainGraph result;
  for (Vertex v = 0; v < num_vertices(graph); ++v)
    result.labels.push_back(graph[v].label);
  for (auto e : boost::make_iterator_range(edges(graph)))
    result.edge[std::minmax<Vertex>({source(e, graph), target(e, graph)})] = graph[e];
  return result;
}

namespace {

/// D^-1/2 A D^-1/2 in place of A, a vertex marked in `isolated` counting as degree 1. False if a
/// degree is not positive.
bool normalise(arma::mat& matrix, const std::vector<bool>& isolated) {
  const std::size_t n = matrix.n_rows;
  arma::vec root(n);
  for (Vertex v = 0; v < n; ++v) {
    const double degree = isolated[v] ? 1.0 : arma::accu(matrix.row(v));
    // A sum beyond the doubles still has a root among them.
    root[v] = std::isfinite(degree) ? std::sqrt(degree)
                                    : 0x1p32 * std::sqrt(arma::accu(matrix.row(v) * 0x1p-64));
    if (!(root[v] > 0.0)) return false; // NaN, the root of a negative number, as well
  }
  for (Vertex v = 0; v < n; ++v)
    for (Vertex u = 0; u < n; ++u)
      matrix(u, v) = matrix(u, v) / std::max(root[u], root[v]) / std::min(root[u], root[v]);
  return true;
}

} // namespace

bool plain_operator(const PlainGraph& graph, GraphOperator op, arma::mat& matrix) {
  const std::size_t n = graph.labels.size();
  matrix.zeros(n, n);
  std::vector<bool> isolated(n, true);
  for (const auto& [ends, property] : graph.edge) {
    matrix(ends.first, ends.second) = matrix(ends.second, ends.first) = property.weight;
    isolated[ends.first] = isolated[ends.second] = false;
  }
  switch (op) {
  case GraphOperator::adjacency:
    break;
  case GraphOperator::laplacian:
    matrix = arma::diagmat(arma::vec(arma::sum(matrix, 1))) - matrix;
    break;
  case GraphOperator::normalised_adjacency:
    if (!normalise(matrix, isolated)) return false;
    break;
  case GraphOperator::lazy_adjacency:
    if (!normalise(matrix, isolated)) return false;
    matrix.diag() += 1.0;
    break;
  case GraphOperator::renormalised_adjacency:
    matrix.diag() += 1.0;
    if (!normalise(matrix, std::vector<bool>(n, false))) return false;
    break;
  case GraphOperator::normalised_laplacian:
    if (!normalise(matrix, isolated)) return false;
    matrix = -matrix;
    for (Vertex v = 0; v < n; ++v)
      if (!isolated[v]) matrix(v, v) += 1.0;
    break;
  }
  return matrix.is_finite();
}

bool keeps_graph(const PlainGraph& a, const PlainGraph& b, const VertexMap& map, bool labels) {
  const std::size_t n = a.labels.size();
  if (map.size() != n || b.labels.size() != n || a.edge.size() != b.edge.size()) return false;
  std::vector<bool> hit(n, false);
  for (Vertex v = 0; v < n; ++v) {
    if (map[v] >= n || hit[map[v]]) return false;
    hit[map[v]] = true;
    if (labels && a.labels[v] != b.labels[map[v]]) return false;
  }
  // As many edges on either side: if each has its image, none is left over.
  return std::all_of(a.edge.begin(), a.edge.end(), [&](const auto& entry) {
    const auto& [ends, property] = entry;
    const auto image = b.edge.find(std::minmax<Vertex>({map[ends.first], map[ends.second]}));
    return image != b.edge.end() && image->second.weight == property.weight &&
           (!labels || image->second.label == property.label);
  });
}

} // namespace canon
