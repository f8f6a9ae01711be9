#include "bindings.hpp"
#include "edge_array.hpp"
#include "options.hpp"
#include "results.hpp"

#include <canon/pipeline.hpp>

#include <chrono>
#include <deque>
#include <nanobind/stl/string.h>
#include <span>
#include <string>
#include <vector>

namespace canon::python {
namespace {

/// The encodings of many graphs, graph after graph.
struct DatasetResult {
  nb::object features, offsets, eigenvalues, settled, margins, padded, cut;
  std::deque<EncodedSpace> spaces;      ///< some megabytes, not copied as they grow
  std::vector<std::size_t> first_space; ///< by graph, and one past the end
  std::vector<std::int64_t> first_row;  ///< likewise
  std::vector<double> margin;
  std::vector<std::size_t> pads;
  std::vector<bool> cuts;
  std::size_t columns = 0;

  [[nodiscard]] std::size_t size() const { return margin.size(); }

  [[nodiscard]] EncodingResult at(std::int64_t wanted) const {
    const auto count = static_cast<std::int64_t>(size());
    const std::int64_t index = wanted < 0 ? wanted + count : wanted;
    if (index < 0 || index >= count)
      throw nb::index_error(
          ("graph " + std::to_string(wanted) + " of " + std::to_string(count)).c_str());
    const auto g = static_cast<std::size_t>(index);
    EncodingResult result;
    result.values = features[nb::slice(first_row[g], first_row[g + 1])];
    result.eigenvalues = eigenvalues[g];
    result.settled = settled[g];
    result.spaces.assign(spaces.begin() + static_cast<std::ptrdiff_t>(first_space[g]),
                         spaces.begin() + static_cast<std::ptrdiff_t>(first_space[g + 1]));
    result.columns = columns;
    result.margin = margin[g];
    result.padded = pads[g];
    result.cut = cuts[g];
    return result;
  }
};

/// Lets the interpreter have its say while the threads work, now and then: the progress that the
/// caller wants to see, and an interrupt.
class Interpreter {
public:
  Interpreter(nb::handle progress, std::size_t all) : progress_(progress), all_(all) {}

  void tick(std::size_t done) {
    const auto now = std::chrono::steady_clock::now();
    if (done != all_ && now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!progress_.is_none()) progress_(done, all_);
  }

private:
  nb::handle progress_;
  std::size_t all_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// The arrays of a result, filled by several threads: each graph has rows of its own.
class Rows {
public:
  Rows(const std::vector<EdgeView>& views, const EncodingOptions& options)
      : k_(options.k), width_(options.width()), offsets_({views.size() + 1}),
        features_({fill_offsets(views), width_}), eigenvalues_({views.size(), k_}),
        margins_({views.size()}), settled_({views.size(), k_}), padded_({views.size()}),
        cut_({views.size()}) {}

  void put(const Encoding& encoding, std::size_t g) const {
    copy_rows(encoding.features,
              features_.data + static_cast<std::size_t>(offsets_.data[g]) * width_);
    std::copy(encoding.eigenvalues.begin(), encoding.eigenvalues.end(), eigenvalues_.data + g * k_);
    std::transform(encoding.settled.begin(), encoding.settled.end(), settled_.data + g * k_,
                   [](Guarantee guarantee) { return static_cast<std::uint8_t>(guarantee); });
    margins_.data[g] = encoding.safety;
    padded_.data[g] = static_cast<std::int64_t>(encoding.padded);
    cut_.data[g] = encoding.cut;
  }

  /// Under the interpreter's lock, when all rows are there.
  void hand_over(DatasetResult& result) const {
    result.columns = k_;
    result.first_row.assign(offsets_.data, offsets_.data + offsets_.size);
    result.margin.assign(margins_.data, margins_.data + margins_.size);
    result.pads.assign(padded_.data, padded_.data + padded_.size);
    result.cuts.assign(cut_.data, cut_.data + cut_.size);
    result.features = features_.object;
    result.offsets = offsets_.object;
    result.eigenvalues = eigenvalues_.object;
    result.settled = settled_.object;
    result.margins = margins_.object;
    result.padded = padded_.object;
    result.cut = cut_.object;
  }

private:
  std::size_t fill_offsets(const std::vector<EdgeView>& views) const {
    std::int64_t row = 0;
    for (std::size_t g = 0; g < views.size(); ++g) {
      offsets_.data[g] = row;
      row += static_cast<std::int64_t>(views[g].vertices);
    }
    offsets_.data[views.size()] = row;
    return static_cast<std::size_t>(row);
  }

  std::size_t k_, width_;
  NewArray<std::int64_t> offsets_;
  NewArray<double> features_, eigenvalues_, margins_;
  NewArray<std::uint8_t> settled_;
  NewArray<std::int64_t> padded_;
  NewArray<bool> cut_;
};

/// Graphs of similar size are solved together, so a batch is a few times what the lanes hold.
constexpr BatchSize encoding_batch = {192, std::chrono::milliseconds(5),
                                      std::chrono::milliseconds(20)};

DatasetResult encode_views(const std::vector<EdgeView>& views, const Options& options,
                           std::size_t threads, nb::handle progress) {
  const Rows rows(views, options.encoding);
  DatasetResult result;
  result.first_space.push_back(0);
  Interpreter interpreter(progress, views.size());
  {
    const nb::gil_scoped_release released;
    std::size_t next = 0;
    using Spaces = std::vector<EncodedSpace>;
    ordered_batches<std::size_t, Spaces>(
        threads, encoding_batch,
        [&](std::size_t& index) {
          index = next;
          return next++ < views.size();
        },
        [&](std::span<std::size_t> indices, std::size_t first, std::vector<Spaces>& spaces) {
          std::vector<Graph> graphs;
          std::vector<const Graph*> pointers;
          graphs.reserve(indices.size());
          for (const std::size_t g : indices) {
            graphs.push_back(
                graph_of(views[g], options.rules, "graph " + std::to_string(g) + ": "));
            pointers.push_back(&graphs.back());
          }
          std::size_t g = first;
          for (Encoding& encoding : encode(pointers, options.encoding, first)) {
            rows.put(encoding, g++);
            spaces.push_back(std::move(encoding.spaces));
          }
        },
        [&](const Spaces& spaces, std::size_t g) {
          result.spaces.insert(result.spaces.end(), spaces.begin(), spaces.end());
          result.first_space.push_back(result.spaces.size());
          interpreter.tick(g + 1);
        });
  }
  rows.hand_over(result);
  return result;
}

/// Each graph a tuple (edge_index, num_nodes, edge_weight, node_labels, edge_labels).
DatasetResult encode_list(const nb::list& graphs, const Options& options, std::size_t threads,
                          nb::handle progress) {
  std::deque<GraphArrays> kept;
  std::vector<EdgeView> views;
  for (const nb::handle graph : graphs) {
    const std::string where = "graph " + std::to_string(views.size()) + ": ";
    const auto parts = nb::cast<nb::tuple>(graph);
    kept.emplace_back(parts[0], parts[1], parts[2], parts[3], parts[4], where);
    views.push_back(kept.back().view());
  }
  return encode_views(views, options, threads, progress);
}

void require_offsets(const Integers& offsets, std::size_t end) {
  const std::int64_t* const data = offsets.data();
  const std::size_t count = offsets.shape(0);
  bool good = count > 0 && data[0] == 0 && data[count - 1] == static_cast<std::int64_t>(end);
  for (std::size_t g = 1; g < count; ++g)
    good = good && data[g - 1] <= data[g];
  if (!good)
    throw ArgumentError("edge_offsets: expected numbers from 0 to " + std::to_string(end) +
                        ", the columns of edge_index, that never fall");
}

template <typename Array>
const auto* column_of(const Array& array, std::size_t length, const char* name) {
  if (array.shape(0) != length)
    throw ArgumentError(std::string(name) + ": expected " + std::to_string(length) +
                        " entries, got " + std::to_string(array.shape(0)));
  return array.data();
}

/// All graphs in one array after the other; the indices begin at 0 in each graph.
DatasetResult encode_arrays(nb::handle edge_index, nb::handle edge_offsets, nb::handle num_nodes,
                            nb::handle edge_weight, nb::handle node_labels, nb::handle edge_labels,
                            const Options& options, std::size_t threads, nb::handle progress) {
  const Integers edges = integer_array(edge_index, "edge_index", 2);
  const Integers offsets = integer_array(edge_offsets, "edge_offsets", 1);
  const Integers sizes = integer_array(num_nodes, "num_nodes", 1);
  if (edges.shape(0) != 2)
    throw ArgumentError("edge_index: expected the shape (2, edges), got " +
                        std::to_string(edges.shape(0)) + " rows");
  const std::size_t all = edges.shape(1);
  require_offsets(offsets, all);
  const std::size_t count = offsets.shape(0) - 1;
  const std::int64_t* const vertices = column_of(sizes, count, "num_nodes");
  std::size_t total = 0;
  for (std::size_t g = 0; g < count; ++g)
    total += checked_vertices(vertices[g], "graph " + std::to_string(g) + ": ");
  Reals weights;
  Integers vertex_labels, labels;
  const double* weight = nullptr;
  const std::int64_t *vertex_label = nullptr, *label = nullptr;
  if (!edge_weight.is_none()) {
    weights = real_array(edge_weight, "edge_weight", 1);
    weight = column_of(weights, all, "edge_weight");
  }
  if (!edge_labels.is_none()) {
    labels = label_array(edge_labels, "edge_labels");
    label = column_of(labels, all, "edge_labels");
  }
  if (!node_labels.is_none()) {
    vertex_labels = label_array(node_labels, "node_labels");
    vertex_label = column_of(vertex_labels, total, "node_labels");
  }
  std::vector<EdgeView> views(count);
  for (std::size_t g = 0, node = 0; g < count; node += views[g].vertices, ++g) {
    const auto first = static_cast<std::size_t>(offsets.data()[g]);
    EdgeView& view = views[g];
    view.vertices = static_cast<std::size_t>(vertices[g]);
    view.edges = static_cast<std::size_t>(offsets.data()[g + 1]) - first;
    view.u = edges.data() + first;
    view.v = edges.data() + all + first;
    if (weight != nullptr) view.weights = weight + first;
    if (label != nullptr) view.edge_labels = label + first;
    if (vertex_label != nullptr) view.vertex_labels = vertex_label + node;
  }
  return encode_views(views, options, threads, progress);
}

} // namespace

void bind_dataset(nb::module_& module) {
  nb::class_<DatasetResult>(module, "Encodings",
                            "Node features of many graphs, graph after graph. encodings[i] is the "
                            "Encoding of graph i, a view.")
      .def_prop_ro(
          "features", [](const DatasetResult& r) { return r.features; },
          nb::sig("def features(self) -> numpy.typing.NDArray[numpy.float64]"),
          "(all nodes, width); graph i has the rows offsets[i] to offsets[i + 1] - 1.")
      .def_prop_ro(
          "offsets", [](const DatasetResult& r) { return r.offsets; },
          nb::sig("def offsets(self) -> numpy.typing.NDArray[numpy.int64]"), "(graphs + 1,)")
      .def_prop_ro(
          "eigenvalues", [](const DatasetResult& r) { return r.eigenvalues; },
          nb::sig("def eigenvalues(self) -> numpy.typing.NDArray[numpy.float64]"),
          "(graphs, k); NaN where padded.")
      .def_prop_ro(
          "settled", [](const DatasetResult& r) { return r.settled; },
          nb::sig("def settled(self) -> numpy.typing.NDArray[numpy.uint8]"),
          "(graphs, k): 1 unique and equivariant, 2 unique up to automorphism, 0 neither.")
      .def_prop_ro(
          "margin", [](const DatasetResult& r) { return r.margins; },
          nb::sig("def margin(self) -> numpy.typing.NDArray[numpy.float64]"),
          "(graphs,): the smallest margin per graph; below 1 nothing is promised.")
      .def_prop_ro(
          "padded", [](const DatasetResult& r) { return r.padded; },
          nb::sig("def padded(self) -> numpy.typing.NDArray[numpy.int64]"),
          "(graphs,): columns on the right that the graph was too small for.")
      .def_prop_ro(
          "cut", [](const DatasetResult& r) { return r.cut; },
          nb::sig("def cut(self) -> numpy.typing.NDArray[numpy.bool_]"),
          "(graphs,): the last eigenspace runs on beyond column k.")
      .def("__len__", &DatasetResult::size)
      .def("__getitem__", &DatasetResult::at, nb::arg("index"))
      .def("__repr__", [](const DatasetResult& r) {
        return "Encodings(graphs=" + std::to_string(r.size()) + ", features=" +
               nb::cast<std::string>(nb::repr(nb::object(r.features.attr("shape")))) + ")";
      });
  module.def("encode_list", &encode_list, nb::arg("graphs"), nb::arg("options"), nb::arg("threads"),
             nb::arg("progress").none());
  module.def("encode_arrays", &encode_arrays, nb::arg("edge_index"), nb::arg("edge_offsets"),
             nb::arg("num_nodes"), nb::arg("edge_weight").none(), nb::arg("node_labels").none(),
             nb::arg("edge_labels").none(), nb::arg("options"), nb::arg("threads"),
             nb::arg("progress").none());
}

} // namespace canon::python
