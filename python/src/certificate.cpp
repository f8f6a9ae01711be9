#include "bindings.hpp"
#include "edge_array.hpp"
#include "options.hpp"

#include <canon/certificate.hpp>
#include <canon/certificate_io.hpp>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace canon::python {
namespace {

std::string text(std::string_view word) {
  return std::string(word);
}

Certificate certificate_of(nb::handle edge_index, nb::handle num_nodes, nb::handle edge_weight,
                           nb::handle node_labels, nb::handle edge_labels, nb::handle k,
                           const Options& options) {
  const GraphArrays arrays(edge_index, num_nodes, edge_weight, node_labels, edge_labels);
  const std::size_t columns = wanted_columns(k);
  const nb::gil_scoped_release released;
  return certify(graph_of(arrays.view(), options.rules), options.encoding.op,
                 options.encoding.canonize, columns);
}

CertificateCheck check(const Certificate& certificate, std::int64_t trials, std::int64_t seed) {
  if (trials < 0 || seed < 0)
    throw ArgumentError("check: expected trials >= 0 and seed >= 0, got " + std::to_string(trials) +
                        " and " + std::to_string(seed));
  const nb::gil_scoped_release released;
  return check_certificate(certificate, static_cast<std::size_t>(trials),
                           static_cast<std::uint64_t>(seed));
}

nb::dict counts(const CertificateCheck& checked) {
  nb::dict all;
  for (const Check kind : values<Check>()) {
    const CertificateCheck::Count& count = checked.of(kind);
    all[text(name(kind)).c_str()] = nb::make_tuple(count.passed, count.failed, count.skipped);
  }
  return all;
}

} // namespace

void bind_certificate(nb::module_& module) {
  nb::class_<SpaceCertificate>(module, "SpaceCertificate", "A basis, its claim, and the witness.")
      .def_ro("eigenvalue", &SpaceCertificate::eigenvalue)
      .def_ro("dimension", &SpaceCertificate::dimension)
      .def_prop_ro(
          "basis", [](const SpaceCertificate& s) { return row_major(s.basis); },
          nb::sig("def basis(self) -> numpy.typing.NDArray[numpy.float64]"), "(nodes, dimension)")
      .def_prop_ro("verdict", [](const SpaceCertificate& s) { return text(name(s.verdict)); })
      .def_prop_ro("level", [](const SpaceCertificate& s) { return text(name(s.level)); })
      .def_prop_ro("guarantee", [](const SpaceCertificate& s) { return text(name(s.guarantee)); })
      .def_prop_ro(
          "reason", [](const SpaceCertificate& s) { return text(name(s.reason)); },
          "Why there is no equivariant basis: 'symmetry', 'stronger_level', 'gave_up'; "
          "'none' where there is one.")
      .def_ro("margin", &SpaceCertificate::margin)
      .def_prop_ro(
          "witness",
          [](const SpaceCertificate& s) -> nb::object {
            if (!s.witness) return nb::none();
            return index_array(*s.witness);
          },
          nb::sig("def witness(self) -> numpy.typing.NDArray[numpy.int64] | None"),
          "An automorphism that moves the basis, where the reason is 'symmetry'.");
  nb::class_<CertificateCheck>(module, "CertificateCheck", "What a check of a certificate found.")
      .def_prop_ro("holds", &CertificateCheck::holds, "Nothing failed.")
      .def_ro("failures", &CertificateCheck::failures, "One line each.")
      .def_prop_ro("counts", &counts,
                   nb::sig("def counts(self) -> dict[str, tuple[int, int, int]]"),
                   "Per kind of check: passed, failed, skipped.")
      .def("__bool__", &CertificateCheck::holds);
  nb::class_<Certificate>(module, "Certificate",
                          "All that is needed to check canonical bases without having made them.")
      .def_prop_ro(
          "spaces",
          [](const Certificate& c) {
            nb::list list;
            for (const SpaceCertificate& space : c.spaces)
              list.append(nb::cast(space));
            return list;
          },
          nb::sig("def spaces(self) -> list[SpaceCertificate]"))
      .def("check", &check, nb::arg("trials") = 3, nb::arg("seed") = 0,
           "Checks every claim anew, with relabelled copies of the graph.")
      .def("to_json", &certificate_line, "One line, as `canon certify` reads it.")
      .def_static(
          "from_json",
          [](const std::string& line) { return parse_certificate(line, "certificate", 1); },
          nb::arg("text"));
  module.def("certify", &certificate_of, nb::arg("edge_index").none(), nb::arg("num_nodes").none(),
             nb::arg("edge_weight").none(), nb::arg("node_labels").none(),
             nb::arg("edge_labels").none(), nb::arg("k").none(), nb::arg("options"));
}

} // namespace canon::python
