#include "bindings.hpp"
#include "edge_array.hpp"
#include "options.hpp"
#include "results.hpp"

#include <canon/graph_operator.hpp>

namespace canon::python {
namespace {

EncodingResult encode_one(nb::handle edge_index, nb::handle num_nodes, nb::handle edge_weight,
                          nb::handle node_labels, nb::handle edge_labels, const Options& options,
                          std::uint64_t index) {
  const GraphArrays arrays(edge_index, num_nodes, edge_weight, node_labels, edge_labels);
  Encoding encoding;
  {
    const nb::gil_scoped_release released;
    encoding = encode(graph_of(arrays.view(), options.rules), options.encoding, index);
  }
  return encoding_result(encoding);
}

nb::object operator_matrix(nb::handle edge_index, nb::handle num_nodes, nb::handle edge_weight,
                           const Options& options) {
  const GraphArrays arrays(edge_index, num_nodes, edge_weight, nb::none(), nb::none());
  arma::mat matrix;
  {
    const nb::gil_scoped_release released;
    matrix = dense_operator(graph_of(arrays.view(), options.rules), options.encoding.op);
  }
  return owned_array(std::move(matrix));
}

} // namespace

void bind_encoding(nb::module_& module) {
  module.def("encode", &encode_one, nb::arg("edge_index").none(), nb::arg("num_nodes").none(),
             nb::arg("edge_weight").none(), nb::arg("node_labels").none(),
             nb::arg("edge_labels").none(), nb::arg("options"), nb::arg("index") = 0);
  module.def(
      "operator_matrix", &operator_matrix, nb::arg("edge_index").none(),
      nb::arg("num_nodes").none(), nb::arg("edge_weight").none(), nb::arg("options"),
      nb::sig("def operator_matrix(edge_index: object, num_nodes: object | None, edge_weight: "
              "object | None, options: Options) -> numpy.typing.NDArray[numpy.float64]"));
}

} // namespace canon::python
