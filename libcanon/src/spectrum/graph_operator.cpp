#include "spectrum/operator_entries.hpp"

#include <canon/error.hpp>
#include <canon/graph_operator.hpp>

#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

namespace canon {
namespace {

/// Calls take(u, v, weight) for each edge.
template <typename Take>
void walk(const Graph& graph, const Take& take) {
  for (auto e : boost::make_iterator_range(edges(graph)))
    take(source(e, graph), target(e, graph), graph[e].weight);
}
template <typename Take>
void walk(std::span<const LaneEntry> edges, const Take& take) {
  for (const LaneEntry& e : edges)
    take(static_cast<Vertex>(e.row), static_cast<Vertex>(e.column), e.value);
}

/// sums[v]: of weight(w) over the edges at v.
template <typename Edges, typename Weight>
void sum_at_vertices(const Edges& edges, std::size_t n, const Weight& weight,
                     std::vector<double>& sums) {
  sums.assign(n, 0.0);
  walk(edges, [&](Vertex u, Vertex v, double w) {
    sums[u] += weight(w);
    if (u != v) sums[v] += weight(w);
  });
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double d) { return std::isfinite(d); });
}

/// Sums of weights. Where they overflow, D^-1/2 is still an ordinary number: such a vertex is
/// summed in units of 2^64, which is exact, and all others keep their bits.
class Degrees {
public:
  template <typename Edges>
  Degrees(const Edges& edges, std::size_t n, OperatorForm& form)
      : sum_(form.degrees), sum_in_units_(form.degrees_in_units) {
    sum_at_vertices(
        edges, n, [](double w) { return w; }, sum_);
    if (!all_finite(sum_))
      sum_at_vertices(
          edges, n, [](double w) { return w * (1.0 / unit); }, sum_in_units_);
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

  std::vector<double>&sum_, &sum_in_units_;
};

/// The operators that are not normalised have eigenvalues of the size of the weights: refuses where
/// Gershgorin's bound of them is beyond the doubles.
template <typename Edges>
void require_no_overflow(const Edges& edges, std::size_t n, GraphOperator op,
                         std::vector<double>& bound) {
  const double factor = op == GraphOperator::laplacian ? 2.0 : 1.0;
  sum_at_vertices(
      edges, n, [factor](double w) { return std::abs(w) * factor; }, bound);
  for (Vertex v = 0; v < bound.size(); ++v)
    if (!std::isfinite(bound[v]))
      throw ArgumentError("vertex " + std::to_string(v) +
                          ": the weights of its edges overflow in " + std::string(name(op)) +
                          ": expected a smaller sum of weights, or a normalised operator");
}

/// `edges` are those of the graph, or a copy of them in a vector.
template <typename Edges>
void find_form(const Graph& graph, const Edges& edges, GraphOperator op, OperatorForm& form) {
  const std::size_t n = num_vertices(graph);
  form.diagonal.assign(n, 0.0);
  form.scale.assign(n, 1.0);
  form.sign = 1.0;
  if (op == GraphOperator::adjacency || op == GraphOperator::laplacian)
    require_no_overflow(edges, n, op, form.degrees);
  if (op == GraphOperator::adjacency) return;
  const Degrees d(edges, n, form);
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
}

/// s w D_u^-1/2 D_v^-1/2. Where the product of the two roots leaves the normal numbers (weights
/// near the largest or the smallest double), one after the other does not.
double entry_of(const OperatorForm& form, double weight, Vertex u, Vertex v) {
  const double product = form.scale[u] * form.scale[v];
  if (std::isnormal(product)) return form.sign * weight * product;
  const auto [small, large] = std::minmax(form.scale[u], form.scale[v]);
  const double entry = form.sign * weight * large * small;
  if (!std::isfinite(entry))
    throw ArgumentError("edge " + std::to_string(u) + "-" + std::to_string(v) +
                        ": its entry overflows: expected a weight of the size of the degrees");
  return entry;
}

OperatorForm form_of(const Graph& graph, GraphOperator op) {
  OperatorForm form;
  find_form(graph, graph, op, form);
  return form;
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
  const OperatorForm form = form_of(graph, op);
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

void operator_entries(const Graph& graph, GraphOperator op, OperatorForm& form,
                      std::vector<LaneEntry>& entries) {
  // The graph lies scattered in memory: it is walked over once.
  const auto n = static_cast<std::int32_t>(num_vertices(graph));
  entries.resize(static_cast<std::size_t>(n)); // the diagonal, to which loops are added
  walk(graph, [&](Vertex u, Vertex v, double weight) {
    entries.push_back({static_cast<std::int32_t>(u), static_cast<std::int32_t>(v), weight});
  });
  const std::span edges = std::span(entries).subspan(static_cast<std::size_t>(n));
  find_form(graph, std::span<const LaneEntry>(edges), op, form);
  for (std::int32_t v = 0; v < n; ++v)
    entries[static_cast<std::size_t>(v)] = {v, v, form.diagonal[static_cast<std::size_t>(v)]};
  for (LaneEntry& e : edges)
    e.value = entry_of(form, e.value, static_cast<Vertex>(e.row), static_cast<Vertex>(e.column));
}

arma::sp_mat sparse_operator(const Graph& graph, GraphOperator op) {
  const OperatorForm form = form_of(graph, op);
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
