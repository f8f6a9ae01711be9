#include "spectrum/structured_spectrum.hpp"

#include "graph/component_groups.hpp"
#include "graph/twins.hpp"
#include "spectrum/leading_pairs.hpp"
#include "spectrum/merged_spectrum.hpp"

#include <canon/error.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace canon {
namespace {

constexpr std::size_t column_limit = std::size_t{1} << 30U; // numbers in the columns: 8 GiB
// Equal components are worth finding only where that is quicker than solving them.
constexpr std::uint64_t search_nodes = 20'000;

/// Copies of one component and its operator, negated where small eigenvalues lead.
struct Part {
  std::vector<std::vector<Vertex>> copies;
  TwinClasses twins;
  arma::sp_mat matrix;   ///< of one copy
  arma::sp_mat quotient; ///< of its twin classes
  Pairs pairs;           ///< of the quotient
};

/// The matrix on the vectors that are constant on classes of twins, in the basis of their
/// normalised indicators.
arma::sp_mat quotient_of(const arma::sp_mat& matrix, const TwinClasses& twins) {
  const std::size_t n = twins.count();
  if (n == matrix.n_rows) return matrix;
  std::vector<arma::uword> rows, columns;
  std::vector<double> values;
  const auto put = [&](arma::uword row, arma::uword column, double value) {
    rows.push_back(row);
    columns.push_back(column);
    values.push_back(value);
  };
  for (arma::uword c = 0; c < n; ++c) {
    const double size = static_cast<double>(twins.members[c].size());
    const Vertex v = twins.members[c].front();
    for (arma::uword p = matrix.col_ptrs[v]; p < matrix.col_ptrs[v + 1]; ++p) {
      // One member speaks for its class: sums over many would round.
      const Vertex w = matrix.row_indices[p];
      const arma::uword d = twins.class_of[w];
      if (d < c) continue; // the other triangle is a copy, so that the matrix is symmetric
      const std::vector<Vertex>& others = twins.members[d];
      if (d == c && w != v && w == others[1]) put(c, c, (size - 1.0) * matrix.values[p]);
      if (w != others.front()) continue;
      if (d == c) {
        put(c, c, matrix.values[p]);
      } else {
        const double entry =
            matrix.values[p] * std::sqrt(size * static_cast<double>(others.size()));
        put(d, c, entry);
        put(c, d, entry);
      }
    }
  }
  arma::umat where(2, values.size());
  where.row(0) = arma::urowvec(rows);
  where.row(1) = arma::urowvec(columns);
  return arma::sp_mat(true, where, arma::vec(values), n, n); // adds what meets in one place
}

std::vector<Part> parts_of(const Graph& graph, GraphOperator op, double sign) {
  std::vector<Part> parts;
  for (ComponentGroup& group : component_groups(graph, {true, search_nodes})) {
    Part part;
    part.copies = std::move(group.copies);
    part.twins = twin_classes(group.graph, true);
    part.matrix = sign * sparse_operator(group.graph, op);
    part.quotient = quotient_of(part.matrix, part.twins);
    parts.push_back(std::move(part));
  }
  return parts;
}

/// Eigenvectors of a part of one eigenvalue, `count` in every copy: a column of its pairs, or the
/// vectors of sum zero on a class of twins.
struct Family {
  double value = 0.0;
  std::size_t part = 0;
  std::size_t index = 0; ///< of the column, or of the class
  bool twins = false;
  std::size_t count = 1;
};

/// One column of the spectrum.
struct Source {
  const Family* family = nullptr;
  std::size_t copy = 0;
  std::size_t vector = 0; ///< within the family
};

std::vector<Family> families_of(const std::vector<Part>& parts) {
  std::vector<Family> families;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const Part& part = parts[p];
    for (arma::uword i = 0; i < part.pairs.values.n_elem; ++i)
      families.push_back({part.pairs.values[i], p, i, false, 1});
    for (std::size_t c = 0; c < part.twins.count(); ++c) {
      const std::vector<Vertex>& members = part.twins.members[c];
      if (members.size() == 1) continue;
      const double value =
          part.matrix(members[0], members[0]) - part.matrix(members[0], members[1]);
      families.push_back({value, p, c, true, members.size() - 1});
    }
  }
  std::stable_sort(families.begin(), families.end(),
                   [](const Family& a, const Family& b) { return a.value > b.value; });
  return families;
}

/// The first sources, in order of the families; as many as asked for.
std::vector<Source> sources_of(const std::vector<Family>& families, const std::vector<Part>& parts,
                               std::size_t columns) {
  std::vector<Source> sources;
  sources.reserve(columns);
  for (const Family& family : families)
    for (std::size_t c = 0; c < parts[family.part].copies.size(); ++c)
      for (std::size_t i = 0; i < family.count; ++i) {
        if (sources.size() == columns) return sources;
        sources.push_back({&family, c, i});
      }
  return sources;
}

void fill(double* column, const Source& source, const Part& part) {
  const std::vector<Vertex>& at = part.copies[source.copy];
  if (source.family->twins) {
    // Helmert's basis: (1, ..., 1, -j, 0, ...), with j ones.
    const std::vector<Vertex>& members = part.twins.members[source.family->index];
    const std::size_t j = source.vector + 1;
    const double one = 1.0 / std::sqrt(static_cast<double>(j) * static_cast<double>(j + 1));
    for (std::size_t i = 0; i < j; ++i)
      column[at[members[i]]] = one;
    column[at[members[j]]] = -static_cast<double>(j) * one;
    return;
  }
  const double* from = part.pairs.vectors.colptr(source.family->index);
  for (std::size_t c = 0; c < part.twins.count(); ++c) {
    const std::vector<Vertex>& members = part.twins.members[c];
    const double entry = from[c] / std::sqrt(static_cast<double>(members.size()));
    for (const Vertex v : members)
      column[at[v]] = entry;
  }
}

/// The eigenvalues of the families, with their copies and the sign of the operator.
arma::vec values_of(const std::vector<Family>& families, const std::vector<Part>& parts,
                    double sign) {
  std::vector<double> values;
  for (const Family& family : families)
    values.insert(values.end(), parts[family.part].copies.size() * family.count,
                  sign * family.value);
  return values;
}

/// Solves the parts for k pairs each, and for more until the space that holds the kth of all ends
/// above everything that was not computed.
std::vector<Family> solve(std::vector<Part>& parts, const SpectrumOptions& options, double scale,
                          double sign, Spectrum& result) {
  for (std::size_t k = options.k;; k *= 2) {
    double bound = -std::numeric_limits<double>::infinity();
    for (Part& part : parts) {
      part.pairs = largest_pairs(part.quotient, std::min<std::size_t>(k, part.twins.count()),
                                 options.tolerance);
      bound = std::max(bound, part.pairs.bound);
    }
    std::vector<Family> families = families_of(parts);
    result = merged_spectrum(values_of(families, parts, sign), scale, options);
    if (sign * result.eigenvalues.back() > bound + options.tolerance.eigenvalue * result.scale)
      return families;
  }
}

/// Upper bound of the number of orbits, hence of the classes that any equivariant rule can find:
/// twins and copies can be exchanged.
std::size_t classes_at_most(const std::vector<Part>& parts) {
  std::size_t count = 0;
  for (const Part& part : parts)
    count += part.twins.count();
  return count;
}

} // namespace

Spectrum structured_spectrum(const Graph& graph, GraphOperator op, EigenvalueOrder order,
                             const SpectrumOptions& options) {
  const std::size_t n = num_vertices(graph);
  const double sign = order == EigenvalueOrder::descending ? 1.0 : -1.0;
  std::vector<Part> parts = parts_of(graph, op, sign);

  Spectrum result;
  result.tolerance = options.tolerance;
  if (options.k == 0) {
    lay_out(result, n);
    return result;
  }
  // The scale must not depend on how many pairs were asked for: it is the bound of the operator.
  double scale = 0.0;
  for (const Part& part : parts)
    scale = std::max(scale, arma::norm(part.matrix, 1));

  const std::vector<Family> families = solve(parts, options, scale, sign, result);
  // Where classes are fewer than dimensions no rule can settle the space.
  if (options.partial && classes_at_most(parts) < result.spaces.back().dimension)
    keep_leading(result, n, options.k);
  const std::size_t columns = result.eigenvalues.n_elem;
  if (columns > column_limit / n)
    throw SolverError("the leading eigenspaces have " + std::to_string(columns) +
                      " dimensions: " + std::to_string(n) + " x " + std::to_string(columns) +
                      " numbers do not fit; encode the components apart");

  lay_out(result, n);
  const std::vector<Source> sources = sources_of(families, parts, columns);
  for (std::size_t j = 0; j < columns; ++j)
    fill(result.vectors.colptr(j), sources[j], parts[sources[j].family->part]);

  const double error = residual(result, sparse_operator(graph, op));
  if (!(error <= 0.1 * options.tolerance.eigenvalue))
    throw SolverError("Lanczos left a residual of " + std::to_string(error / 1e-12) +
                      "e-12, more than a tenth of the eigenvalue tolerance");
  result.backward_error = std::max(result.backward_error, error);
  result.eigenvalue_error = result.backward_error;
  return result;
}

} // namespace canon
