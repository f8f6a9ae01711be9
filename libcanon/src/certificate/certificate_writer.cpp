#include <canon/base/atomic_file.hpp>
#include <canon/certificate.hpp>
#include <canon/certificate_io.hpp>
#include <canon/error.hpp>

#include <iostream>
#include <nlohmann/json.hpp>

namespace canon {
namespace {

using Json = nlohmann::ordered_json;

Json map_json(const std::optional<VertexMap>& map) {
  return map ? Json(*map) : Json(nullptr);
}

Json options_json(const CanonizeOptions& options) {
  if (options.own_sign || options.own_axis_order)
    throw ArgumentError("a certificate with rules of one's own cannot be written");
  const Tolerance& t = options.tolerance;
  Json json = {{"level", name(options.level)}, {"sign", name(options.sign_rule)}};
  if (options.axis_rule != AxisRule::length) json["axes"] = name(options.axis_rule);
  json["axis_order"] = name(options.axis_order);
  json["c"] = options.c;
  json["labels"] = options.labels;
  json["max_nodes"] = options.max_nodes;
  json["tolerance"] = {{"eigenvalue", t.eigenvalue}, {"length", t.length}, {"zero", t.zero}};
  return json;
}

Json space_json(const SpaceCertificate& space) {
  Json basis = Json::array();
  for (arma::uword j = 0; j < space.basis.n_cols; ++j) {
    Json column = Json::array();
    // Readers of JSON differ in what they make of "-0": adding 0 leaves no negative zero.
    for (arma::uword v = 0; v < space.basis.n_rows; ++v)
      column.push_back(space.basis(v, j) + 0.0);
    basis.push_back(std::move(column));
  }
  return {{"eigenvalue", space.eigenvalue},
          {"multiplicity", space.dimension},
          {"verdict", name(space.verdict)},
          {"level", name(space.level)},
          {"guarantee", name(space.guarantee)},
          {"reason", name(space.reason)},
          {"margin", space.margin},
          {"warning", space.warning},
          {"witness", map_json(space.witness)},
          {"basis", std::move(basis)}};
}

} // namespace

std::string certificate_line(const Certificate& c) {
  Json labels = Json::array(), edges = Json::array(), spaces = Json::array();
  for (Vertex v = 0; v < num_vertices(c.graph); ++v)
    labels.push_back(c.graph[v].label);
  for (const Edge& e : sorted_edges(c.graph))
    edges.push_back(Json::array({e.u, e.v, e.weight, e.label}));
  for (const SpaceCertificate& space : c.spaces)
    spaces.push_back(space_json(space));
  const Json json = {{"certificate", 1},
                     {"n", num_vertices(c.graph)},
                     {"labels", std::move(labels)},
                     {"edges", std::move(edges)},
                     {"operator", name(c.op)},
                     {"options", options_json(c.options)},
                     {"gave_up", c.gave_up},
                     {"nodes", c.nodes},
                     {"labelling", map_json(c.labelling)},
                     {"spaces", std::move(spaces)}};
  return json.dump();
}

CertificateWriter::CertificateWriter(const std::filesystem::path& path)
    : file_(path == "-" ? nullptr : std::make_unique<AtomicFile>(path)) {}

CertificateWriter::~CertificateWriter() = default;

void CertificateWriter::write_line(const std::string& line) {
  (file_ ? file_->stream() : std::cout) << line << '\n';
  if (file_)
    file_->check();
  else if (!std::cout)
    throw WriteError("standard output cannot be written");
}

void CertificateWriter::finish() {
  if (file_) file_->commit();
}

} // namespace canon
