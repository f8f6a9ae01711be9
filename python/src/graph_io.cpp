#include "arrays.hpp"
#include "bindings.hpp"
#include "options.hpp"

#include <canon/generate.hpp>
#include <canon/graph_io.hpp>
#include <canon/ogb.hpp>
#include <canon/random.hpp>

#include <boost/range/iterator_range.hpp>

#include <memory>
#include <mutex>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <utility>

namespace canon::python {
namespace {

nb::object feature_rows(const std::vector<std::int32_t>& features, std::size_t width) {
  if (width == 0) return nb::none();
  const NewArray<std::int64_t> array({features.size() / width, width});
  std::copy(features.begin(), features.end(), array.data);
  return array.object;
}

/// A libcanon.Graph: every edge once, in the order of the source.
nb::object python_graph(const GraphRecord& record) {
  const Graph& graph = record.graph;
  const std::size_t n = num_vertices(graph), m = num_edges(graph);
  const NewArray<std::int64_t> edge_index({2, m});
  nb::object weights = nb::none(), vertex_labels = nb::none(), edge_labels = nb::none();
  double* weight = nullptr;
  std::int64_t* edge_label = nullptr;
  if (!is_unweighted(graph)) {
    const NewArray<double> array({m});
    weight = array.data;
    weights = array.object;
  }
  if (is_labelled(graph)) {
    const NewArray<std::int64_t> of_edges({m}), of_vertices({n});
    edge_label = of_edges.data;
    edge_labels = of_edges.object;
    vertex_labels = of_vertices.object;
    for (std::size_t v = 0; v < n; ++v)
      of_vertices.data[v] = graph[v].label;
  }
  std::size_t i = 0;
  for (const auto& edge : boost::make_iterator_range(edges(graph))) {
    edge_index.data[i] = static_cast<std::int64_t>(source(edge, graph));
    edge_index.data[m + i] = static_cast<std::int64_t>(target(edge, graph));
    if (weight != nullptr) weight[i] = graph[edge].weight;
    if (edge_label != nullptr) edge_label[i] = graph[edge].label;
    ++i;
  }
  const NewArray<double> targets({record.targets.size()});
  std::copy(record.targets.begin(), record.targets.end(), targets.data);
  return nb::module_::import_("libcanon._graph")
      .attr("Graph")(edge_index.object, n, weights, vertex_labels, edge_labels, record.name,
                     targets.object, feature_rows(record.vertex_features, record.vertex_width),
                     feature_rows(record.edge_features, record.edge_width));
}

/// The graphs of a file, one after the other. Two threads may ask at once.
class ReaderIterator {
public:
  ReaderIterator(const std::string& path, nb::handle format, const Options& options) {
    std::optional<GraphFormat> known;
    std::string word;
    if (!format.is_none()) {
      if (!nb::try_cast(nb::borrow(format), word))
        throw ArgumentError("format: expected a word or None, got " +
                            nb::cast<std::string>(nb::repr(format)));
      known = enumerator<GraphFormat>("format", word);
    }
    const nb::gil_scoped_release released;
    reader_ = open_graphs(path, known, options.rules);
  }

  nb::object next() {
    GraphRecord record;
    bool more = false;
    {
      const nb::gil_scoped_release released;
      const std::lock_guard lock(mutex_);
      auto reader = std::move(reader_); // after an exception it is of no more use
      more = reader && reader->next(record);
      if (more) reader_ = std::move(reader);
    }
    if (!more) throw nb::stop_iteration();
    return python_graph(record);
  }

private:
  std::mutex mutex_;
  std::unique_ptr<GraphReader> reader_;
};

nb::list generated(const std::string& family, const std::map<std::string, double>& parameters,
                   std::int64_t seed, std::int64_t index) {
  if (seed < 0)
    throw ArgumentError("seed: expected an integer from 0 on, got " + std::to_string(seed));
  std::vector<Graph> graphs;
  {
    const nb::gil_scoped_release released;
    Rng rng = trial_rng(static_cast<std::uint64_t>(seed), static_cast<std::uint64_t>(index));
    graphs = generate_family(family, parameters, rng);
  }
  nb::list list;
  for (Graph& graph : graphs) {
    GraphRecord record;
    record.graph = std::move(graph);
    list.append(python_graph(record));
  }
  return list;
}

nb::dict family_parameters() {
  nb::dict all;
  for (const Family& family : families()) {
    nb::dict parameters;
    for (const auto& [parameter, meaning] : family.parameters)
      parameters[parameter.c_str()] = meaning;
    all[family.name.c_str()] = parameters;
  }
  return all;
}

nb::object packed_labels(
    const nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>& features) {
  const std::size_t rows = features.shape(0), width = features.shape(1);
  const NewArray<std::int64_t> labels({rows});
  for (std::size_t i = 0; i < rows; ++i)
    labels.data[i] = packed_label({features.data() + i * width, width});
  return labels.object;
}

} // namespace

void bind_graph_io(nb::module_& module) {
  nb::class_<ReaderIterator>(module, "GraphReader", "The graphs of a file, in a single pass.")
      .def(nb::init<const std::string&, nb::handle, const Options&>(), nb::arg("path"),
           nb::arg("format").none(), nb::arg("options"))
      .def(
          "__iter__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __iter__(self) -> GraphReader"))
      // A libcanon.Graph; named here, the stubs could not be made without the package installed.
      .def("__next__", &ReaderIterator::next, nb::sig("def __next__(self) -> typing.Any"));
  module.def("generate", &generated, nb::arg("family"), nb::arg("parameters"), nb::arg("seed"),
             nb::arg("index"));
  module.def("families", &family_parameters,
             nb::sig("def families() -> dict[str, dict[str, str]]"));
  module.def("pack_labels", &packed_labels, nb::arg("features"));
}

} // namespace canon::python
