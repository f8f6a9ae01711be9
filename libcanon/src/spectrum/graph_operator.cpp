#include "spectrum/operator_entries.hpp"

#include <canon/error.hpp>
#include <canon/graph_operator.hpp>

#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace canon {
namespace {

/// Every operator is diag(a) + s D^-1/2 A D^-1/2 for some diagonal a, sign s and scaling: one walk
/// over the edges serves all six, dense and sparse.
struct Form {
  std::vector<double> diagonal; ///< what is added to the scaled adjacency matrix
  std::vector<double> scale;    ///< D^-1/2 (all ones where nothing is normalised)
  double sign = 1.0;
};

/// Sums of weights. Where they overflow, D^-1/2 is still an ordinary number: such a vertex is
/// summed in units of 2^64, which is exact, and all others keep their bits.
class Degrees {
public:
  explicit Degrees(const Graph& graph) : sum_(sums(graph, 1.0)) {
    if (!std::all_of(sum_.begin(), sum_.end(), [](double d) { return std::isfinite(d); }))
      sum_in_units_ = sums(graph, 1.0 / unit);
  }

  [[nodiscard]] double operator[](Vertex v) const { return sum_[v]; }

  /// 1 / sqrt(degree + more).
  [[nodiscard]] double inverse_root(Vertex v, double more = 0.0) const {
    const bool overflows = !std::isfinite(sum_[v]);
    const double degree = overflows ? sum_in_units_[v] + more / unit : sum_[v] + more;
    if (!(degree > 0.0))
      throw ArgumentError("vertex " + std::to_string(v) + " has degree " + std::to_string(degree) +
                          (overflows ? " * 2^64" : "") +
                          ": a normalised operator needs degree > 0");
    return overflows ? 1.0 / root_of_unit / std::sqrt(degree) : 1.0 / std::sqrt(degree);
  }

private:
  static constexpr double unit = 0x1p64, root_of_unit = 0x1p32;

  static std::vector<double> sums(const Graph& graph, double factor) {
    std::vector<double> d(num_vertices(graph), 0.0);
    for (auto e : boost::make_iterator_range(edges(graph))) {
      const Vertex u = source(e, graph), v = target(e, graph);
      d[u] += graph[e].weight * factor;
      if (u != v) d[v] += graph[e].weight * factor;
    }
    return d;
  }

  std::vector<double> sum_, sum_in_units_;
};

/// The operators that are not normalised have eigenvalues of the size of the weights: refuses where
/// Gershgorin's bound of them is beyond the doubles.
void require_no_overflow(const Graph& graph, GraphOperator op) {
  std::vector<double> bound(num_vertices(graph), 0.0);
  for (auto e : boost::make_iterator_range(edges(graph))) {
    const Vertex u = source(e, graph), v = target(e, graph);
    const double size = std::abs(graph[e].weight) * (op == GraphOperator::laplacian ? 2.0 : 1.0);
    bound[u] += size;
    if (u != v) bound[v] += size;
  }
  for (Vertex v = 0; v < bound.size(); ++v)
    if (!std::isfinite(bound[v]))
      throw ArgumentError("vertex " + std::to_string(v) +
                          ": the weights of its edges overflow in " + std::string(name(op)) +
                          ": expected a smaller sum of weights, or a normalised operator");
}

Form form_of(const Graph& graph, GraphOperator op) {
  const std::size_t n = num_vertices(graph);
  Form form{std::vector<double>(n, 0.0), std::vector<double>(n, 1.0), 1.0};
  if (op == GraphOperator::adjacency || op == GraphOperator::laplacian)
    require_no_overflow(graph, op);
  if (op == GraphOperator::adjacency) return form;
  const Degrees d(graph);
  for (Vertex v = 0; v < n; ++v) {
    const bool isolated = out_degree(v, graph) == 0;
    switch (op) {
    case GraphOperator::adjacency:
      break;
    case GraphOperator::normalised_adjacency:
      form.scale[v] = isolated ? 1.0 : d.inverse_root(v);
      break;
    case GraphOperator::lazy_adjacency:
      form.scale[v] = isolated ? 1.0 : d.inverse_root(v);
      form.diagonal[v] = 1.0;
      break;
    case GraphOperator::renormalised_adjacency:
      form.scale[v] = d.inverse_root(v, 1.0);
      form.diagonal[v] = form.scale[v] * form.scale[v];
      break;
    case GraphOperator::laplacian:
      form.diagonal[v] = d[v];
      form.sign = -1.0;
      break;
    case GraphOperator::normalised_laplacian:
      form.scale[v] = isolated ? 1.0 : d.inverse_root(v);
      form.diagonal[v] = isolated ? 0.0 : 1.0;
      form.sign = -1.0;
      break;
    }
  }
  return form;
}

/// s w D_u^-1/2 D_v^-1/2. Where the product of the two roots leaves the normal numbers (weights
/// near the largest or the smallest double), one after the other does not.
double entry_of(const Form& form, double weight, Vertex u, Vertex v) {
  const double product = form.scale[u] * form.scale[v];
  if (std::isnormal(product)) return form.sign * weight * product;
  const auto [small, large] = std::minmax(form.scale[u], form.scale[v]);
  const double entry = form.sign * weight * large * small;
  if (!std::isfinite(entry))
    throw ArgumentError("edge " + std::to_string(u) + "-" + std::to_string(v) +
                        ": its entry overflows: expected a weight of the size of the degrees");
  return entry;
}

} // namespace

EigenvalueOrder eigenvalue_order(GraphOperator op) {
  switch (op) {
  case GraphOperator::adjacency:
  case GraphOperator::normalised_adjacency:
  case GraphOperator::lazy_adjacency:
  case GraphOperator::renormalised_adjacency:
    return EigenvalueOrder::descending;
  case GraphOperator::laplacian:
  case GraphOperator::normalised_laplacian:
    return EigenvalueOrder::ascending;
  }
  throw ArgumentError("eigenvalue_order: expected a graph operator");
}

arma::mat dense_operator(const Graph& graph, GraphOperator op) {
  const Form form = form_of(graph, op);
  const std::size_t n = num_vertices(graph);
  arma::mat m(n, n, arma::fill::zeros);
  for (Vertex v = 0; v < n; ++v)
    m(v, v) = form.diagonal[v];
  for (auto e : boost::make_iterator_range(edges(graph))) {
    const Vertex u = source(e, graph), v = target(e, graph);
    const double entry = entry_of(form, graph[e].weight, u, v);
    m(u, v) += entry;
    if (u != v) m(v, u) = m(u, v);
  }
  return m;
}

void operator_entries(const Graph& graph, GraphOperator op, std::vector<LaneEntry>& entries) {
  const Form form = form_of(graph, op);
  entries.clear();
  for (Vertex v = 0; v < num_vertices(graph); ++v)
    if (form.diagonal[v] != 0.0)
      entries.push_back(
          {static_cast<std::int32_t>(v), static_cast<std::int32_t>(v), form.diagonal[v]});
  for (auto e : boost::make_iterator_range(edges(graph))) {
    const Vertex u = source(e, graph), v = target(e, graph);
    entries.push_back({static_cast<std::int32_t>(u), static_cast<std::int32_t>(v),
                       entry_of(form, graph[e].weight, u, v)});
  }
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
    const double entry = entry_of(form, graph[e].weight, u, v);
    put(u, v, entry);
    if (u != v) put(v, u, entry);
  }
  if (count == 0) return arma::sp_mat(n, n);
  return arma::sp_mat(true, where.head_cols(count), values.head(count), n, n);
}

} // namespace canon
