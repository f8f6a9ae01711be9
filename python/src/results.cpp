#include "results.hpp"

#include "bindings.hpp"

#include <algorithm>
#include <limits>
#include <nanobind/stl/string.h>
#include <sstream>
#include <string>

namespace canon::python {
namespace {

std::string text(std::string_view word) {
  return std::string(word);
}

std::string verdict_of(const EncodedSpace& space) {
  return text(name(space.outcome.verdict));
}

/// A word per column; "padded" where there is none.
nb::list column_verdicts(const ColumnResult& result) {
  nb::list words;
  for (const EncodedSpace& space : result.spaces) {
    const nb::str word(verdict_of(space).c_str());
    for (std::size_t j = 0; j < space.columns; ++j)
      words.append(word);
  }
  while (words.size() < result.columns)
    words.append("padded");
  return words;
}

nb::list space_list(const ColumnResult& result) {
  nb::list list;
  for (const EncodedSpace& space : result.spaces)
    list.append(nb::cast(space));
  return list;
}

template <typename Result>
nb::class_<Result> bind_columns(nb::module_& module, const char* type, const char* about) {
  nb::class_<Result> bound(module, type, about);
  bound
      .def_prop_ro(
          "eigenvalues", [](const Result& r) { return r.eigenvalues; },
          nb::sig("def eigenvalues(self) -> numpy.typing.NDArray[numpy.float64]"),
          "One per column, low frequency first; NaN where padded.")
      .def_prop_ro(
          "settled", [](const Result& r) { return r.settled; },
          nb::sig("def settled(self) -> numpy.typing.NDArray[numpy.uint8]"),
          "Per column: 1 unique and equivariant, 2 unique up to automorphism, 0 neither.")
      .def_prop_ro(
          "verdicts", [](const Result& r) { return column_verdicts(r); },
          nb::sig("def verdicts(self) -> list[str]"),
          "Per column what became of its eigenspace: 'unique', or why not; 'padded'.")
      .def_prop_ro(
          "spaces", [](const Result& r) { return space_list(r); },
          nb::sig("def spaces(self) -> list[Space]"),
          "The eigenspaces behind the columns, each with its verdict and margin.")
      .def_prop_ro(
          "margin", [](const Result& r) { return r.margin; },
          "The smallest margin of the spaces; below 1 nothing is promised.");
  return bound;
}

std::string shape_of(const nb::object& array) {
  return nb::cast<std::string>(nb::repr(nb::object(array.attr("shape"))));
}

} // namespace

EncodingResult encoding_result(const Encoding& encoding) {
  EncodingResult result;
  result.values = row_major(encoding.features);
  result.eigenvalues = vector_array(encoding.eigenvalues);
  const NewArray<std::uint8_t> settled({encoding.settled.size()});
  std::transform(encoding.settled.begin(), encoding.settled.end(), settled.data,
                 [](Guarantee guarantee) { return static_cast<std::uint8_t>(guarantee); });
  result.settled = settled.object;
  result.spaces = encoding.spaces;
  result.columns = encoding.settled.size();
  result.margin = encoding.safety;
  result.padded = encoding.padded;
  result.cut = encoding.cut;
  return result;
}

VectorResult vector_result(Spectrum&& spectrum, const std::vector<Outcome>& outcomes,
                           std::size_t shown) {
  VectorResult result;
  result.columns = std::min<std::size_t>(shown, spectrum.eigenvalues.n_elem);
  const NewArray<std::uint8_t> settled({result.columns});
  std::fill_n(settled.data, result.columns, std::uint8_t{0});
  result.margin = std::numeric_limits<double>::max();
  for (std::size_t s = 0; s < outcomes.size() && spectrum.spaces[s].first < result.columns; ++s) {
    const Eigenspace& space = spectrum.spaces[s];
    const std::size_t end = std::min(space.first + space.dimension, result.columns);
    const double safety = outcomes[s].margin.safety();
    result.spaces.push_back({space.eigenvalue, space.dimension, end - space.first, outcomes[s]});
    result.margin = std::min(result.margin, safety);
    if (safety >= 1.0)
      std::fill(settled.data + space.first, settled.data + end,
                static_cast<std::uint8_t>(outcomes[s].guarantee()));
  }
  if (result.spaces.empty()) result.margin = 0.0;
  result.settled = settled.object;
  result.eigenvalues = vector_array(spectrum.eigenvalues.head(result.columns));
  if (result.columns < spectrum.vectors.n_cols)
    spectrum.vectors.resize(spectrum.size(), result.columns);
  result.values = owned_array(std::move(spectrum.vectors));
  return result;
}

void bind_results(nb::module_& module) {
  nb::class_<EncodedSpace>(module, "Space", "An eigenspace and what became of it.")
      .def_ro("eigenvalue", &EncodedSpace::eigenvalue, "The mean over the space.")
      .def_ro("dimension", &EncodedSpace::dimension, "Of the whole space.")
      .def_ro("columns", &EncodedSpace::columns, "How many of its columns are shown.")
      .def_prop_ro("verdict", &verdict_of, "'unique', or why there is no unique basis.")
      .def_prop_ro(
          "level", [](const EncodedSpace& s) { return text(name(s.outcome.level)); },
          "The level that settled it; 'none' if nothing did.")
      .def_prop_ro(
          "guarantee", [](const EncodedSpace& s) { return text(name(s.outcome.guarantee())); },
          "'equivariant', 'up_to_automorphism' or 'none'.")
      .def_prop_ro(
          "margin", [](const EncodedSpace& s) { return s.outcome.margin.safety(); },
          "By what factor the estimated errors could be larger; below 1 nothing is sure.")
      .def_prop_ro(
          "error", [](const EncodedSpace& s) { return s.outcome.error; },
          "An estimate of how far the entries of its columns are off.")
      .def("__repr__", [](const EncodedSpace& s) {
        std::ostringstream out;
        out << "Space(eigenvalue=" << s.eigenvalue << ", dimension=" << s.dimension
            << ", columns=" << s.columns << ", verdict='" << s.outcome.verdict << "', level='"
            << s.outcome.level << "', margin=" << s.outcome.margin.safety() << ")";
        return out.str();
      });

  bind_columns<EncodingResult>(module, "Encoding", "Node features of one graph.")
      .def_prop_ro(
          "features", [](const EncodingResult& r) { return r.values; },
          nb::sig("def features(self) -> numpy.typing.NDArray[numpy.float64]"),
          "(nodes, width), in C order; zero where padded.")
      .def_ro("padded", &EncodingResult::padded,
              "Columns on the right that the graph was too small for.")
      .def_ro("cut", &EncodingResult::cut, "The last eigenspace runs on beyond column k.")
      .def("__repr__", [](const EncodingResult& r) {
        std::ostringstream out;
        out << "Encoding(features=" << shape_of(r.values) << ", margin=" << r.margin << ")";
        return out.str();
      });

  bind_columns<VectorResult>(module, "Eigenvectors", "Canonical eigenvectors.")
      .def_prop_ro(
          "vectors", [](const VectorResult& r) { return r.values; },
          nb::sig("def vectors(self) -> numpy.typing.NDArray[numpy.float64]"),
          "(n, columns), in Fortran order; one eigenvector per column.")
      .def("__repr__", [](const VectorResult& r) {
        std::ostringstream out;
        out << "Eigenvectors(vectors=" << shape_of(r.values) << ", margin=" << r.margin << ")";
        return out.str();
      });
}

} // namespace canon::python
