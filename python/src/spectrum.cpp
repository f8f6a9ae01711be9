#include "bindings.hpp"
#include "edge_array.hpp"
#include "options.hpp"
#include "results.hpp"

#include <canon/spectrum.hpp>

#include <cmath>
#include <limits>
#include <nanobind/stl/string.h>
#include <optional>
#include <sstream>

namespace canon::python {
namespace {

SpectrumOptions solver_options(const Options& options, std::size_t k) {
  SpectrumOptions wanted;
  wanted.k = k;
  wanted.solver = options.encoding.solver;
  wanted.lanes = options.encoding.lanes;
  wanted.tolerance = options.encoding.canonize.tolerance;
  return wanted;
}

Spectrum spectrum_of_graph(nb::handle edge_index, nb::handle num_nodes, nb::handle edge_weight,
                           nb::handle k, const Options& options) {
  const GraphArrays arrays(edge_index, num_nodes, edge_weight, nb::none(), nb::none());
  const std::size_t columns = wanted_columns(k);
  const nb::gil_scoped_release released;
  return solve_spectrum(graph_of(arrays.view(), options.rules), options.encoding.op,
                        solver_options(options, columns));
}

/// Canonizes all spaces that hold the first `columns` columns. make_graph is called only if a space
/// is left that needs the graph: every level settles what the one before it settles, in the same
/// way.
template <typename MakeGraph>
std::vector<Outcome> canonize_lazily(Spectrum& spectrum, const CanonizeOptions& options,
                                     std::size_t columns, const MakeGraph& make_graph) {
  if (options.level <= Level::search) return canonize(spectrum, options, columns).outcomes;
  CanonizeOptions first = options;
  first.level = Level::search;
  Spectrum copy = spectrum;
  Canonization done = canonize(copy, first, columns);
  bool settled = true;
  for (const Outcome& outcome : done.outcomes)
    settled = settled && outcome.verdict == Verdict::unique;
  if (settled) {
    spectrum = std::move(copy);
    return done.outcomes;
  }
  const Graph graph = make_graph();
  return canonize(spectrum, graph, options, columns).outcomes;
}

std::string found(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// A spectrum from vectors and eigenvalues that somebody else computed.
Spectrum given_spectrum(const Reals& vectors, const Reals& eigenvalues,
                        const Tolerance& tolerance) {
  const std::size_t n = vectors.shape(0), k = vectors.shape(1);
  if (eigenvalues.shape(0) != k)
    throw ArgumentError("eigenvalues: expected one per column of vectors, " + std::to_string(k) +
                        ", got " + std::to_string(eigenvalues.shape(0)));
  if (k > n)
    throw ArgumentError("vectors: expected no more columns than rows, got the shape (" +
                        std::to_string(n) + ", " + std::to_string(k) + ")");
  Spectrum s;
  s.tolerance = tolerance;
  s.eigenvalues = arma::vec(eigenvalues.data(), k);
  // Rows as they lie are the columns of the transpose.
  s.vectors = arma::mat(vectors.data(), k, n).t();
  if (!s.eigenvalues.is_finite() || !s.vectors.is_finite())
    throw ArgumentError("canonize: expected finite numbers, got NaN or infinity");
  if (!s.eigenvalues.is_sorted("ascend") && !s.eigenvalues.is_sorted("descend"))
    throw ArgumentError("eigenvalues: expected sorted ones, rising or falling");
  const double error = orthonormality_error(s.vectors);
  if (error > tolerance.zero)
    throw ArgumentError("vectors: expected orthonormal columns, but |U^T U - I| has an entry of " +
                        found(error) + " (tolerance_zero = " + found(tolerance.zero) + ")");
  const double largest = k == 0 ? 0.0 : arma::abs(s.eigenvalues).max();
  s.scale = largest > 0.0 ? largest : 1.0;
  s.spaces = eigenspaces(s.eigenvalues, s.scale, tolerance);
  s.complete = k == n;
  // The solver is unknown: what it returns is no better than its columns are orthonormal.
  s.backward_error = std::max(Spectrum::known_backward_error, error);
  s.eigenvalue_error = s.backward_error;
  return s;
}

VectorResult canonize_given(nb::handle given_vectors, nb::handle given_eigenvalues, bool whole,
                            nb::handle edge_index, nb::handle num_nodes, nb::handle edge_weight,
                            nb::handle node_labels, nb::handle edge_labels,
                            const Options& options) {
  const CanonizeOptions& canonizing = options.encoding.canonize;
  Spectrum spectrum =
      given_spectrum(real_array(given_vectors, "vectors", 2),
                     real_array(given_eigenvalues, "eigenvalues", 1), canonizing.tolerance);
  std::optional<GraphArrays> arrays;
  if (!edge_index.is_none()) {
    const nb::object n = nb::int_(spectrum.size());
    arrays.emplace(edge_index, num_nodes.is_none() ? nb::handle(n) : num_nodes, edge_weight,
                   node_labels, edge_labels);
    if (arrays->view().vertices != spectrum.size())
      throw ArgumentError("num_nodes: expected the rows of vectors, " +
                          std::to_string(spectrum.size()) + ", got " +
                          std::to_string(arrays->view().vertices));
  }
  const arma::vec all_eigenvalues = spectrum.eigenvalues;
  const arma::mat all_vectors = spectrum.vectors;
  std::vector<Outcome> outcomes;
  {
    const nb::gil_scoped_release released;
    const std::size_t columns = spectrum.eigenvalues.n_elem;
    if (!whole && !spectrum.complete && columns > 0) {
      // The columns may end inside a space: the last one is left as it is, and nothing is said of
      // it.
      const std::size_t kept = spectrum.spaces.back().first;
      spectrum.spaces.pop_back();
      spectrum.eigenvalues.resize(kept);
      spectrum.vectors.resize(spectrum.size(), kept);
    }
    outcomes =
        arrays ? canonize(spectrum, graph_of(arrays->view(), options.rules), canonizing).outcomes
               : canonize(spectrum, canonizing).outcomes;
    const std::size_t kept = spectrum.eigenvalues.n_elem;
    if (kept < columns) {
      spectrum.vectors.insert_cols(kept, all_vectors.cols(kept, columns - 1));
      spectrum.eigenvalues = all_eigenvalues;
    }
  }
  return vector_result(std::move(spectrum), outcomes, SpectrumOptions::all);
}

template <typename Matrix>
VectorResult canonical_eigenvectors(const Matrix& matrix, const std::string& order, std::size_t k,
                                    const Options& options) {
  const bool ascending = order == "ascending";
  if (!ascending && order != "descending")
    throw ArgumentError("order: expected ascending or descending, got '" + order + "'");
  SpectrumOptions wanted = solver_options(options, k);
  wanted.partial = true; // columns beyond k are not shown
  Spectrum spectrum;
  std::vector<Outcome> outcomes;
  {
    const nb::gil_scoped_release released;
    spectrum = solve_spectrum(
        matrix, ascending ? EigenvalueOrder::ascending : EigenvalueOrder::descending, wanted);
    outcomes = canonize_lazily(spectrum, options.encoding.canonize, k,
                               [&] { return make_graph(arma::sp_mat(matrix)); });
  }
  return vector_result(std::move(spectrum), outcomes, k);
}

void require_square(std::size_t rows, std::size_t columns) {
  if (rows != columns)
    throw ArgumentError("matrix: expected a square one, got the shape (" + std::to_string(rows) +
                        ", " + std::to_string(columns) + ")");
}

VectorResult eigh_dense(nb::handle given, const std::string& order, nb::handle k,
                        const Options& options) {
  const Reals array = real_array(given, "matrix", 2);
  require_square(array.shape(0), array.shape(1));
  // The transpose of the rows as they lie: upper and lower triangle change places.
  const arma::mat matrix = arma::mat(array.data(), array.shape(0), array.shape(1)).t();
  return canonical_eigenvectors(matrix, order, wanted_columns(k), options);
}

/// By columns, compressed, sorted and without duplicates: libcanon._eigh sees to that.
VectorResult eigh_sparse(nb::handle row_indices, nb::handle column_starts, nb::handle given,
                         std::size_t rows, std::size_t columns, const std::string& order,
                         nb::handle k, const Options& options) {
  require_square(rows, columns);
  const Integers indices = integer_array(row_indices, "indices", 1);
  const Integers starts = integer_array(column_starts, "indptr", 1);
  const Reals values = real_array(given, "data", 1);
  const std::size_t count = values.shape(0);
  bool good = indices.shape(0) == count && starts.shape(0) == columns + 1 &&
              starts.data()[0] == 0 && starts.data()[columns] == static_cast<std::int64_t>(count);
  for (std::size_t j = 0; good && j < columns; ++j)
    good = starts.data()[j] <= starts.data()[j + 1];
  for (std::size_t i = 0; good && i < count; ++i)
    good = indices.data()[i] >= 0 && indices.data()[i] < static_cast<std::int64_t>(rows);
  if (!good) throw ArgumentError("matrix: expected a valid sparse matrix, compressed by columns");
  arma::uvec places(count), begins(columns + 1);
  std::copy_n(indices.data(), count, places.begin());
  std::copy_n(starts.data(), columns + 1, begins.begin());
  const arma::sp_mat matrix(places, begins, arma::vec(values.data(), count), rows, columns);
  return canonical_eigenvectors(matrix, order, wanted_columns(k), options);
}

} // namespace

void bind_spectrum(nb::module_& module) {
  nb::class_<Eigenspace>(module, "Eigenspace", "Consecutive columns of a spectrum.")
      .def_ro("eigenvalue", &Eigenspace::eigenvalue, "The mean over the space.")
      .def_ro("first", &Eigenspace::first, "Its first column.")
      .def_ro("dimension", &Eigenspace::dimension)
      .def_ro("spread", &Eigenspace::spread, "Largest minus smallest eigenvalue inside it.")
      .def_ro("gap", &Eigenspace::gap, "To the nearest other eigenvalue.")
      .def("__repr__", [](const Eigenspace& s) {
        return "Eigenspace(eigenvalue=" + found(s.eigenvalue) +
               ", first=" + std::to_string(s.first) + ", dimension=" + std::to_string(s.dimension) +
               ", gap=" + found(s.gap) + ")";
      });
  nb::class_<Spectrum>(module, "Spectrum", "Eigenpairs as the solver returned them.")
      .def_prop_ro(
          "eigenvalues", [](const Spectrum& s) { return vector_array(s.eigenvalues); },
          nb::sig("def eigenvalues(self) -> numpy.typing.NDArray[numpy.float64]"),
          "Low frequency first.")
      .def_prop_ro(
          "vectors",
          [](nb::handle_t<Spectrum> self) {
            auto& s = nb::cast<Spectrum&>(self);
            const std::size_t shape[] = {s.vectors.n_rows, s.vectors.n_cols};
            const std::int64_t strides[] = {1, static_cast<std::int64_t>(s.vectors.n_rows)};
            return nb::ndarray<nb::numpy, double, nb::f_contig>(s.vectors.memptr(), 2, shape, self,
                                                                strides);
          },
          nb::sig("def vectors(self) -> numpy.typing.NDArray[numpy.float64]"),
          "(n, columns), in Fortran order, the memory of the spectrum itself.")
      .def_prop_ro(
          "spaces",
          [](const Spectrum& s) {
            nb::list list;
            for (const Eigenspace& space : s.spaces)
              list.append(nb::cast(space));
            return list;
          },
          nb::sig("def spaces(self) -> list[Eigenspace]"))
      .def_ro("complete", &Spectrum::complete, "All n eigenpairs are here.")
      .def("__repr__", [](const Spectrum& s) {
        return "Spectrum(vectors=(" + std::to_string(s.vectors.n_rows) + ", " +
               std::to_string(s.vectors.n_cols) + "), spaces=" + std::to_string(s.spaces.size()) +
               ")";
      });
  module.def("spectrum", &spectrum_of_graph, nb::arg("edge_index").none(),
             nb::arg("num_nodes").none(), nb::arg("edge_weight").none(), nb::arg("k").none(),
             nb::arg("options"));
  module.def("canonize", &canonize_given, nb::arg("vectors"), nb::arg("eigenvalues"),
             nb::arg("whole"), nb::arg("edge_index").none(), nb::arg("num_nodes").none(),
             nb::arg("edge_weight").none(), nb::arg("node_labels").none(),
             nb::arg("edge_labels").none(), nb::arg("options"));
  module.def("eigh_dense", &eigh_dense, nb::arg("matrix"), nb::arg("order"), nb::arg("k").none(),
             nb::arg("options"));
  module.def("eigh_sparse", &eigh_sparse, nb::arg("indices"), nb::arg("indptr"), nb::arg("data"),
             nb::arg("rows"), nb::arg("columns"), nb::arg("order"), nb::arg("k").none(),
             nb::arg("options"));
}

} // namespace canon::python
