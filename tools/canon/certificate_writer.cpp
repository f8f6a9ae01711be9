#include "canon/certificate_io.hpp"
#include "cli/json.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/error.hpp>

#include <iostream>

namespace canon::tool {
namespace {

/// "[a,b,...]" of what `text` makes of the numbers 0..count-1.
template <typename Text>
std::string array(std::size_t count, const Text& text) {
  std::string result = "[";
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) result += ',';
    result += text(i);
  }
  return result + ']';
}

std::string map_json(const std::optional<VertexMap>& map) {
  if (!map) return "null";
  return array(map->size(), [&](std::size_t v) { return std::to_string((*map)[v]); });
}

std::string truth(bool value) {
  return value ? "true" : "false";
}

std::string options_json(const CanonizeOptions& options) {
  const Tolerance& t = options.tolerance;
  JsonObject json;
  json.add("level", name(options.level)).add("sign", name(options.sign_rule));
  if (options.axis_rule != AxisRule::length) json.add("axes", name(options.axis_rule));
  return json.add("axis_order", name(options.axis_order))
      .add("c", options.c)
      .raw("labels", truth(options.labels))
      .add("max_nodes", options.max_nodes)
      .raw("tolerance", JsonObject()
                            .add("eigenvalue", t.eigenvalue)
                            .add("length", t.length)
                            .add("zero", t.zero)
                            .str())
      .str();
}

std::string space_json(const SpaceCertificate& space) {
  // Readers of JSON differ in what they make of "-0": adding 0 leaves no negative zero.
  const auto column = [&](std::size_t j) {
    return array(space.basis.n_rows,
                 [&](std::size_t v) { return json_number(space.basis(v, j) + 0.0); });
  };
  return JsonObject()
      .add("eigenvalue", space.eigenvalue)
      .add("multiplicity", space.multiplicity)
      .add("verdict", name(space.verdict))
      .add("level", name(space.level))
      .add("guarantee", name(space.guarantee))
      .add("reason", name(space.obstacle))
      .add("margin", space.margin)
      .raw("warning", truth(space.warning))
      .raw("witness", map_json(space.witness))
      .raw("basis", array(space.basis.n_cols, column))
      .str();
}

} // namespace

std::string certificate_line(const Certificate& c) {
  const std::vector<Edge> edges = sorted_edges(c.graph);
  const auto edge = [&](std::size_t i) {
    const Edge& e = edges[i];
    return "[" + std::to_string(e.u) + "," + std::to_string(e.v) + "," + json_number(e.weight) +
           "," + std::to_string(e.label) + "]";
  };
  const auto label = [&](std::size_t v) { return std::to_string(c.graph[v].label); };
  return JsonObject()
      .add("certificate", 1)
      .add("n", num_vertices(c.graph))
      .raw("labels", array(num_vertices(c.graph), label))
      .raw("edges", array(edges.size(), edge))
      .add("operator", name(c.op))
      .raw("options", options_json(c.options))
      .raw("gave_up", truth(c.gave_up))
      .add("nodes", c.nodes)
      .raw("labelling", map_json(c.labelling))
      .raw("spaces", array(c.spaces.size(), [&](std::size_t s) { return space_json(c.spaces[s]); }))
      .str();
}

CertificateWriter::CertificateWriter(const std::string& path)
    : file_(path == "-" ? nullptr : std::make_unique<AtomicFile>(path)) {}

CertificateWriter::~CertificateWriter() = default;

void CertificateWriter::write(const std::string& line) {
  (file_ ? file_->stream() : std::cout) << line << '\n';
  if (file_)
    file_->check();
  else if (!std::cout)
    throw WriteError("standard output cannot be written");
}

void CertificateWriter::finish() {
  if (file_) file_->commit();
}

} // namespace canon::tool
