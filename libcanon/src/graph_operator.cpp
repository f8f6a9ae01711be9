#include "names.hpp"

#include <canon/error.hpp>
#include <canon/graph_operator.hpp>

#include <boost/range/iterator_range.hpp>

#include <cmath>
#include <string>

namespace canon {
namespace {

constexpr Names<GraphOperator, 6> names{{
    {GraphOperator::adjacency, "adjacency"},
    {GraphOperator::normalised_adjacency, "normalised-adjacency"},
    {GraphOperator::lazy_adjacency, "lazy-adjacency"},
    {GraphOperator::renormalised_adjacency, "renormalised-adjacency"},
    {GraphOperator::laplacian, "laplacian"},
    {GraphOperator::normalised_laplacian, "normalised-laplacian"},
}};

/// Every operator is diag(a) + s D^-1/2 A D^-1/2 for some diagonal a, sign s and scaling: one walk
/// over the edges serves all six, dense and sparse.
struct Form {
  std::vector<double> diagonal; ///< what is added to the scaled adjacency matrix
  std::vector<double> scale;    ///< D^-1/2 (all ones where nothing is normalised)
  double sign = 1.0;
};

std::vector<double> degrees(const Graph& graph) {
  std::vector<double> d(num_vertices(graph), 0.0);
  for (auto e : boost::make_iterator_range(edges(graph))) {
    const Vertex u = source(e, graph), v = target(e, graph);
    d[u] += graph[e].weight;
    if (u != v) d[v] += graph[e].weight;
  }
  return d;
}

double inverse_root(double degree, bool isolated, Vertex v) {
  if (isolated) return 1.0;
  if (!(degree > 0.0))
    throw DimensionError("vertex " + std::to_string(v) + " has degree " + std::to_string(degree) +
                         ": a normalised operator needs degree > 0");
  return 1.0 / std::sqrt(degree);
}

Form form_of(const Graph& graph, GraphOperator op) {
  const std::size_t n = num_vertices(graph);
  Form form{std::vector<double>(n, 0.0), std::vector<double>(n, 1.0), 1.0};
  if (op == GraphOperator::adjacency) return form;
  const std::vector<double> d = degrees(graph);
  for (Vertex v = 0; v < n; ++v) {
    const bool isolated = out_degree(v, graph) == 0;
    switch (op) {
    case GraphOperator::adjacency:
      break;
    case GraphOperator::normalised_adjacency:
      form.scale[v] = inverse_root(d[v], isolated, v);
      break;
    case GraphOperator::lazy_adjacency:
      form.scale[v] = inverse_root(d[v], isolated, v);
      form.diagonal[v] = 1.0;
      break;
    case GraphOperator::renormalised_adjacency:
      form.scale[v] = inverse_root(d[v] + 1.0, false, v);
      form.diagonal[v] = form.scale[v] * form.scale[v];
      break;
    case GraphOperator::laplacian:
      form.diagonal[v] = d[v];
      form.sign = -1.0;
      break;
    case GraphOperator::normalised_laplacian:
      form.scale[v] = inverse_root(d[v], isolated, v);
      form.diagonal[v] = isolated ? 0.0 : 1.0;
      form.sign = -1.0;
      break;
    }
  }
  return form;
}

} // namespace

std::string_view operator_name(GraphOperator op) {
  return name_of(names, op);
}

std::optional<GraphOperator> operator_by_name(std::string_view name) {
  return value_by_name(names, name);
}

const std::vector<GraphOperator>& all_operators() {
  static const std::vector<GraphOperator> all = [] {
    std::vector<GraphOperator> list;
    for (const auto& entry : names)
      list.push_back(entry.first);
    return list;
  }();
  return all;
}

bool low_frequency_is_large(GraphOperator op) {
  return op != GraphOperator::laplacian && op != GraphOperator::normalised_laplacian;
}

arma::mat dense_operator(const Graph& graph, GraphOperator op) {
  const Form form = form_of(graph, op);
  const std::size_t n = num_vertices(graph);
  arma::mat m(n, n, arma::fill::zeros);
  for (Vertex v = 0; v < n; ++v)
    m(v, v) = form.diagonal[v];
  for (auto e : boost::make_iterator_range(edges(graph))) {
    const Vertex u = source(e, graph), v = target(e, graph);
    const double entry = form.sign * graph[e].weight * (form.scale[u] * form.scale[v]);
    m(u, v) += entry;
    if (u != v) m(v, u) = m(u, v);
  }
  return m;
}

arma::sp_mat sparse_operator(const Graph& graph, GraphOperator op) {
  const Form form = form_of(graph, op);
  const std::size_t n = num_vertices(graph), m = num_edges(graph);
  arma::umat where(2, n + 2 * m);
  arma::vec values(n + 2 * m);
  std::size_t count = 0;
  const auto put = [&](std::size_t row, std::size_t column, double value) {
    where(0, count) = row;
    where(1, count) = column;
    values(count++) = value;
  };
  for (Vertex v = 0; v < n; ++v)
    put(v, v, form.diagonal[v]);
  for (auto e : boost::make_iterator_range(edges(graph))) {
    const Vertex u = source(e, graph), v = target(e, graph);
    const double entry = form.sign * graph[e].weight * (form.scale[u] * form.scale[v]);
    put(u, v, entry);
    if (u != v) put(v, u, entry);
  }
  if (count == 0) return arma::sp_mat(n, n);
  return arma::sp_mat(true, where.head_cols(count), values.head(count), n, n);
}

} // namespace canon
