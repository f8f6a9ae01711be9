#include "bindings.hpp"
#include "edge_array.hpp"
#include "options.hpp"

#include <canon/symmetry.hpp>

#include <nanobind/stl/string.h>

namespace canon::python {
namespace {

Symmetry symmetry_of(nb::handle edge_index, nb::handle num_nodes, nb::handle edge_weight,
                     nb::handle node_labels, nb::handle edge_labels, const Options& options) {
  const GraphArrays arrays(edge_index, num_nodes, edge_weight, node_labels, edge_labels);
  const nb::gil_scoped_release released;
  const CanonizeOptions& canonizing = options.encoding.canonize;
  Symmetry symmetry = find_symmetry(graph_of(arrays.view(), options.rules),
                                    {canonizing.labels, canonizing.max_nodes});
  if (!symmetry.complete)
    throw SolverError("the search for symmetry gave up after " + std::to_string(symmetry.nodes) +
                      " nodes (max_nodes allows more)");
  return symmetry;
}

nb::object generators(const Symmetry& symmetry) {
  const std::size_t n = symmetry.labelling.size();
  const NewArray<std::int64_t> array({symmetry.generators.size(), n});
  std::int64_t* to = array.data;
  for (const VertexMap& map : symmetry.generators)
    to = std::copy(map.begin(), map.end(), to);
  return array.object;
}

} // namespace

void bind_symmetry(nb::module_& module) {
  nb::class_<Symmetry>(module, "Symmetry", "The automorphisms of a graph.")
      .def_prop_ro(
          "labelling", [](const Symmetry& s) { return index_array(s.labelling); },
          nb::sig("def labelling(self) -> numpy.typing.NDArray[numpy.int64]"),
          "(nodes,): node v has place labelling[v] in the canonical graph.")
      .def_prop_ro(
          "orbits",
          [](const Symmetry& s) {
            return index_array({s.orbit.begin(), s.orbit.end()});
          },
          nb::sig("def orbits(self) -> numpy.typing.NDArray[numpy.int64]"),
          "(nodes,): nodes that an automorphism exchanges have the same number.")
      .def_prop_ro("generators", &generators,
                   nb::sig("def generators(self) -> numpy.typing.NDArray[numpy.int64]"),
                   "(count, nodes): maps v -> generators[i, v] that generate all automorphisms.")
      .def("__repr__", [](const Symmetry& s) {
        return "Symmetry(nodes=" + std::to_string(s.labelling.size()) +
               ", orbits=" + std::to_string(s.orbits) +
               ", generators=" + std::to_string(s.generators.size()) + ")";
      });
  module.def("find_symmetry", &symmetry_of, nb::arg("edge_index").none(),
             nb::arg("num_nodes").none(), nb::arg("edge_weight").none(),
             nb::arg("node_labels").none(), nb::arg("edge_labels").none(), nb::arg("options"));
}

} // namespace canon::python
