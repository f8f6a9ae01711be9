#include "base/line_reader.hpp"

#include <canon/certificate_io.hpp>
#include <canon/error.hpp>
#include <canon/option_ranges.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

namespace canon {
namespace {

using Json = nlohmann::json;

constexpr int deepest = 8; // the format needs 5

/// What is wrong, to be completed by where.
struct Malformed {
  std::string what;
};

[[noreturn]] void expected(const std::string& what, const std::string& where) {
  throw Malformed{where + ": expected " + what};
}

/// A value and the way to it, for the message.
class Node {
public:
  Node(const Json& json, std::string where) : json_(&json), where_(std::move(where)) {}

  [[nodiscard]] Node at(const char* key) const {
    if (!json_->is_object()) expected("an object", where_);
    const auto found = json_->find(key);
    if (found == json_->end()) expected("the key " + std::string(key), where_);
    return {*found, where_ + "." + key};
  }
  [[nodiscard]] bool has(const char* key) const { return json_->contains(key); }
  [[nodiscard]] const Json::array_t& array() const {
    if (!json_->is_array()) expected("an array", where_);
    return json_->get_ref<const Json::array_t&>();
  }
  /// With exactly `count` entries.
  [[nodiscard]] const Json::array_t& array(std::size_t count) const {
    if (array().size() != count)
      expected(std::to_string(count) + " entries, got " + std::to_string(array().size()), where_);
    return array();
  }
  [[nodiscard]] Node entry(std::size_t i) const {
    return {array()[i], where_ + "[" + std::to_string(i) + "]"};
  }
  [[nodiscard]] bool is_null() const { return json_->is_null(); }
  [[nodiscard]] bool truth() const {
    if (!json_->is_boolean()) expected("true or false", where_);
    return json_->get<bool>();
  }
  [[nodiscard]] std::uint64_t natural(std::uint64_t most = UINT64_MAX) const {
    if (!json_->is_number_unsigned()) expected("an integer >= 0", where_);
    const auto value = json_->get<std::uint64_t>();
    if (value > most)
      expected("an integer <= " + std::to_string(most) + ", got " + std::to_string(value), where_);
    return value;
  }
  [[nodiscard]] std::int64_t integer() const {
    const bool fits = json_->is_number_integer() &&
                      !(json_->is_number_unsigned() && json_->get<std::uint64_t>() > INT64_MAX);
    if (!fits) expected("an integer", where_);
    return json_->get<std::int64_t>();
  }
  [[nodiscard]] double real() const {
    if (!json_->is_number() || !std::isfinite(json_->get<double>()))
      expected("a finite number", where_);
    return json_->get<double>();
  }
  [[nodiscard]] double tolerance() const {
    const double value = real();
    if (!(value > 0.0 && value < 1.0)) expected("a number > 0 and < 1", where_);
    return value;
  }
  /// The value of that name.
  template <NamedEnum Enum>
  [[nodiscard]] Enum value() const {
    if (json_->is_string())
      for (const Enum value : values<Enum>())
        if (name(value) == json_->get_ref<const std::string&>()) return value;
    std::string known;
    for (const std::string& name : names<Enum>())
      known += (known.empty() ? "" : ", ") + name;
    expected("one of " + known, where_);
  }

private:
  const Json* json_;
  std::string where_;
};

Graph read_graph(const Node& root, std::size_t n) {
  const Node edges = root.at("edges"), labels = root.at("labels");
  (void)labels.array(n); // before anything of size n is made
  std::vector<Edge> list;
  for (std::size_t i = 0; i < edges.array().size(); ++i) {
    const Node edge = edges.entry(i);
    (void)edge.array(4);
    list.push_back({edge.entry(0).natural(), edge.entry(1).natural(), edge.entry(2).real(),
                    edge.entry(3).integer()});
  }
  Graph graph = make_graph(n, list); // refuses ends >= n, weights 0, duplicate edges
  for (std::size_t v = 0; v < n; ++v)
    graph[v].label = labels.entry(v).integer();
  return graph;
}

CanonizeOptions read_options(const Node& node) {
  CanonizeOptions options;
  options.level = node.at("level").value<Level>();
  options.sign_rule = node.at("sign").value<SignRule>();
  if (node.has("axes")) options.axis_rule = node.at("axes").value<AxisRule>();
  options.axis_order = node.at("axis_order").value<AxisOrder>();
  options.c = node.at("c").real();
  if (std::abs(options.c) > largest_c)
    expected("a number of size at most " + std::to_string(static_cast<long>(largest_c)),
             "certificate.options.c");
  options.labels = node.at("labels").truth();
  options.max_nodes = node.at("max_nodes").natural();
  const Node tolerance = node.at("tolerance");
  options.tolerance.eigenvalue = tolerance.at("eigenvalue").tolerance();
  options.tolerance.length = tolerance.at("length").tolerance();
  options.tolerance.zero = tolerance.at("zero").tolerance();
  return options;
}

std::optional<VertexMap> read_map(const Node& node, std::size_t n) {
  if (node.is_null()) return std::nullopt;
  (void)node.array(n);
  VertexMap map;
  for (std::size_t v = 0; v < n; ++v)
    map.push_back(node.entry(v).natural(n - 1));
  return map;
}

SpaceCertificate read_space(const Node& node, std::size_t n) {
  SpaceCertificate space;
  space.eigenvalue = node.at("eigenvalue").real();
  space.dimension = node.at("multiplicity").natural(n);
  space.verdict = node.at("verdict").value<Verdict>();
  space.level = node.at("level").value<Level>();
  space.guarantee = node.at("guarantee").value<Guarantee>();
  space.reason = node.at("reason").value<Reason>();
  space.margin = node.at("margin").real();
  space.warning = node.at("warning").truth();
  space.witness = read_map(node.at("witness"), n);
  const Node basis = node.at("basis");
  (void)basis.array(space.dimension);
  for (std::size_t j = 0; j < space.dimension; ++j)
    (void)basis.entry(j).array(n);
  space.basis.set_size(n, space.dimension);
  for (std::size_t j = 0; j < space.dimension; ++j) {
    const Node column = basis.entry(j);
    for (std::size_t v = 0; v < n; ++v)
      space.basis(v, j) = column.entry(v).real();
  }
  return space;
}

Certificate read_certificate(const Json& json) {
  const Node root(json, "certificate");
  if (root.at("certificate").natural() != 1) expected("version 1", "certificate.certificate");
  const std::size_t n = root.at("n").natural();
  Certificate result;
  result.graph = read_graph(root, n);
  result.op = root.at("operator").value<GraphOperator>();
  result.options = read_options(root.at("options"));
  result.gave_up = root.at("gave_up").truth();
  result.nodes = root.at("nodes").natural();
  result.labelling = read_map(root.at("labelling"), n);
  const Node spaces = root.at("spaces");
  for (std::size_t s = 0; s < spaces.array().size(); ++s)
    result.spaces.push_back(read_space(spaces.entry(s), n));
  return result;
}

/// "[json.exception.parse_error.101] parse error at line 1, column 9: WHAT; last read: 'BYTES'"
/// without what is for programmers, what counts lines inside a line, and what may be no text.
std::string plainly(std::string what) {
  what.resize(std::min(what.size(), what.find("; last read")));
  for (const std::string_view head : {"] ", "parse error at line 1, "})
    if (const std::size_t at = what.find(head); at != std::string::npos)
      what.erase(0, at + head.size());
  return "an error at " + what;
}

} // namespace

Certificate parse_certificate(std::string_view text, const std::string& file, std::size_t line) {
  const auto bounded = [](int depth, Json::parse_event_t, Json&) {
    if (depth > deepest) throw Malformed{"expected a certificate, got arrays too deep"};
    return true;
  };
  try {
    return read_certificate(Json::parse(text, bounded));
  } catch (const Malformed& error) {
    throw ParseError(file, line, error.what);
  } catch (const ArgumentError& error) {
    throw ParseError(file, line, std::string("certificate.edges: ") + error.what());
  } catch (const Json::exception& error) {
    throw ParseError(file, line, "expected JSON, got " + plainly(error.what()));
  }
}

CertificateReader::CertificateReader(const std::filesystem::path& path, std::size_t limit) {
  lines_ = path == "-" ? std::make_unique<LineReader>(std::cin, "standard input", limit)
                       : std::make_unique<LineReader>(path, limit);
}

CertificateReader::~CertificateReader() = default;

bool CertificateReader::next(Line& line) {
  std::string_view text;
  if (!lines_->next(text)) {
    if (lines_->line_number() == 0)
      throw ParseError(name(), 0, "expected certificates, got nothing");
    return false;
  }
  line.text = text;
  line.number = lines_->line_number();
  return true;
}

bool CertificateReader::next(Certificate& certificate) {
  Line line;
  if (!next(line)) return false;
  certificate = parse_certificate(line.text, name(), line.number);
  return true;
}

const std::string& CertificateReader::name() const {
  return lines_->name();
}

} // namespace canon
