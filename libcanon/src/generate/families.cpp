#include "base/require.hpp"

#include <canon/generate.hpp>
#include <canon/names.hpp>

#include <cmath>
#include <functional>
#include <optional>
#include <sstream>

namespace canon {

namespace {

struct Parameter {
  std::string name;
  std::string meaning;
  std::optional<double> fallback = std::nullopt;
};

std::string text(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

/// The parameters of one call, complete with their defaults.
class Values {
public:
  Values(std::string family, std::map<std::string, double> values)
      : family_(std::move(family)), values_(std::move(values)) {}

  [[nodiscard]] double number(const std::string& name) const { return values_.at(name); }

  [[nodiscard]] std::size_t count(const std::string& name) const {
    const double value = values_.at(name);
    require(value >= 0.0 && value < 0x1p32 && value == std::floor(value),
            family_ + ": expected an integer 0 <= " + name + " < 2^32, got " + text(value));
    return static_cast<std::size_t>(value);
  }

  [[nodiscard]] bool flag(const std::string& name) const {
    const double value = values_.at(name);
    require(value == 0.0 || value == 1.0,
            family_ + ": expected " + name + " = 0 or 1, got " + text(value));
    return value == 1.0;
  }

private:
  std::string family_;
  std::map<std::string, double> values_;
};

using Graphs = std::vector<Graph>;

struct Maker {
  std::string name;
  std::vector<Parameter> parameters;
  bool random;
  std::function<Graphs(const Values&, Rng&)> make;
};

Graphs pair_of(std::pair<Graph, Graph> pair) {
  return {std::move(pair.first), std::move(pair.second)};
}

Graph connected_regular(std::size_t n, std::size_t degree, Rng& rng) {
  // From degree 3 on almost every regular graph is connected; below, hardly any.
  require(3 <= degree, "cfi-regular: expected d >= 3, got d = " + std::to_string(degree));
  for (;;) {
    Graph graph = random_regular(n, degree, rng);
    if (number_components(graph).count == 1) return graph;
  }
}

Graph planted_partition(const Values& v, Rng& rng) {
  const std::size_t blocks = v.count("blocks");
  std::vector<std::vector<double>> p(blocks, std::vector<double>(blocks, v.number("q")));
  for (std::size_t a = 0; a < blocks; ++a)
    p[a][a] = v.number("p");
  return stochastic_block(std::vector<std::size_t>(blocks, v.count("size")), p, rng);
}

Graph circulant(const Values& v) {
  std::vector<std::size_t> offsets = {v.count("a")};
  for (const char* name : {"b", "c"})
    if (v.count(name) != 0) offsets.push_back(v.count(name));
  return circulant_graph(v.count("n"), offsets);
}

const std::vector<Maker>& makers() {
  using V = const Values&;
  const Parameter vertices_n{"n", "number of vertices"};
  const Parameter rows{"rows", "number of rows"};
  const Parameter columns{"columns", "number of columns"};
  static const std::vector<Maker> table = {
      {"barabasi-albert",
       {vertices_n, {"m", "edges a new vertex brings, 1 <= m < n"}},
       true,
       [](V v, Rng& r) -> Graphs { return {barabasi_albert(v.count("n"), v.count("m"), r)}; }},
      {"cfi",
       {{"n", "vertices of the base, a complete graph; 3..9", 4.0}},
       false,
       [](V v, Rng&) { return pair_of(cfi_pair(complete_graph(v.count("n")))); }},
      {"cfi-regular",
       {{"n", "vertices of the base, a random regular graph"}, {"d", "its degree, 3..8", 3.0}},
       true,
       [](V v, Rng& r) {
         return pair_of(cfi_pair(connected_regular(v.count("n"), v.count("d"), r)));
       }},
      {"circulant",
       {vertices_n,
        {"a", "first offset, 1 <= a < n"},
        {"b", "second offset, 0 for none", 0.0},
        {"c", "third offset, 0 for none", 0.0}},
       false,
       [](V v, Rng&) -> Graphs { return {circulant(v)}; }},
      {"complete",
       {vertices_n},
       false,
       [](V v, Rng&) -> Graphs { return {complete_graph(v.count("n"))}; }},
      {"complete-bipartite",
       {{"a", "vertices of the first side"}, {"b", "vertices of the second side"}},
       false,
       [](V v, Rng&) -> Graphs { return {complete_bipartite_graph(v.count("a"), v.count("b"))}; }},
      {"connected",
       {{"n", "number of vertices, 1..7; every connected graph up to isomorphism"}},
       false,
       [](V v, Rng&) { return connected_graphs(v.count("n")); }},
      {"cycle",
       {{"n", "number of vertices, n >= 3"}},
       false,
       [](V v, Rng&) -> Graphs { return {cycle_graph(v.count("n"))}; }},
      {"desargues", {}, false, [](V, Rng&) -> Graphs { return {desargues_graph()}; }},
      {"dodecahedron", {}, false, [](V, Rng&) -> Graphs { return {dodecahedron_graph()}; }},
      {"erdos-renyi",
       {vertices_n,
        {"p", "probability of an edge"},
        {"loops", "1 to draw self-loops as well", 0.0}},
       true,
       [](V v, Rng& r) -> Graphs {
         return {erdos_renyi(v.count("n"), v.number("p"), r, v.flag("loops"))};
       }},
      {"generalised-petersen",
       {{"n", "vertices of the outer cycle"}, {"k", "step of the inner edges, 1 <= k < n/2"}},
       false,
       [](V v, Rng&) -> Graphs {
         return {generalised_petersen_graph(v.count("n"), v.count("k"))};
       }},
      {"grid",
       {rows, columns},
       false,
       [](V v, Rng&) -> Graphs { return {grid_graph(v.count("rows"), v.count("columns"))}; }},
      {"heawood", {}, false, [](V, Rng&) -> Graphs { return {heawood_graph()}; }},
      {"hypercube",
       {{"dimension", "0..20"}},
       false,
       [](V v, Rng&) -> Graphs { return {hypercube_graph(v.count("dimension"))}; }},
      {"icosahedron", {}, false, [](V, Rng&) -> Graphs { return {icosahedron_graph()}; }},
      {"paley",
       {{"q", "number of vertices, a prime or its square, q = 1 (mod 4)"}},
       false,
       [](V v, Rng&) -> Graphs { return {paley_graph(v.count("q"))}; }},
      {"path", {vertices_n}, false, [](V v, Rng&) -> Graphs { return {path_graph(v.count("n"))}; }},
      {"petersen", {}, false, [](V, Rng&) -> Graphs { return {petersen_graph()}; }},
      {"projective-plane",
       {{"q", "order of the plane, a prime"}},
       false,
       [](V v, Rng&) -> Graphs { return {projective_plane_graph(v.count("q"))}; }},
      {"random-regular",
       {vertices_n, {"d", "degree, n * d even and d < n"}},
       true,
       [](V v, Rng& r) -> Graphs { return {random_regular(v.count("n"), v.count("d"), r)}; }},
      {"random-tree",
       {vertices_n},
       true,
       [](V v, Rng& r) -> Graphs { return {random_tree(v.count("n"), r)}; }},
      {"rook",
       {rows, columns},
       false,
       [](V v, Rng&) -> Graphs { return {rook_graph(v.count("rows"), v.count("columns"))}; }},
      {"shrikhande", {}, false, [](V, Rng&) -> Graphs { return {shrikhande_graph()}; }},
      {"star",
       {{"leaves", "number of leaves"}},
       false,
       [](V v, Rng&) -> Graphs { return {star_graph(v.count("leaves"))}; }},
      {"stochastic-block",
       {{"blocks", "number of blocks", 2.0},
        {"size", "vertices per block"},
        {"p", "probability of an edge inside a block"},
        {"q", "probability of an edge between two blocks"}},
       true,
       [](V v, Rng& r) -> Graphs { return {planted_partition(v, r)}; }},
      {"watts-strogatz",
       {vertices_n,
        {"k", "neighbours in the ring, even and < n"},
        {"p", "probability that an edge is moved"}},
       true,
       [](V v, Rng& r) -> Graphs {
         return {watts_strogatz(v.count("n"), v.count("k"), v.number("p"), r)};
       }},
  };
  return table;
}

std::string described(const Parameter& parameter) {
  return parameter.meaning +
         (parameter.fallback ? ", default " + text(*parameter.fallback) : std::string());
}

std::string expected_parameters(const Maker& maker) {
  std::string result;
  for (const Parameter& parameter : maker.parameters)
    result += (result.empty() ? "" : "; ") + parameter.name + " (" + described(parameter) + ")";
  return result.empty() ? "no parameters" : result;
}

const Maker& maker_of(const std::string& family) {
  std::vector<std::string> names;
  for (const Maker& maker : makers()) {
    if (maker.name == family) return maker;
    names.push_back(maker.name);
  }
  std::string message = "unknown family '" + family + "'";
  if (const std::string nearest = nearest_name(family, names); !nearest.empty())
    message += ", did you mean '" + nearest + "'?";
  message += " Expected one of:";
  for (const std::string& name : names)
    message += " " + name;
  throw ArgumentError(message);
}

} // namespace

const std::vector<Family>& families() {
  static const std::vector<Family> table = [] {
    std::vector<Family> result;
    for (const Maker& maker : makers()) {
      Family family{maker.name, {}, maker.random};
      for (const Parameter& parameter : maker.parameters)
        family.parameters.emplace_back(parameter.name, described(parameter));
      result.push_back(std::move(family));
    }
    return result;
  }();
  return table;
}

std::vector<Graph> generate_family(const std::string& family,
                                   const std::map<std::string, double>& parameters, Rng& rng) {
  const Maker& maker = maker_of(family);
  std::map<std::string, double> values;
  for (const Parameter& parameter : maker.parameters) {
    const auto given = parameters.find(parameter.name);
    require(given != parameters.end() || parameter.fallback, family + ": missing parameter '" +
                                                                 parameter.name + "'; expected " +
                                                                 expected_parameters(maker));
    values[parameter.name] = given != parameters.end() ? given->second : *parameter.fallback;
  }
  for (const auto& [name, value] : parameters)
    require(values.contains(name),
            family + ": unknown parameter '" + name + "'; expected " + expected_parameters(maker));
  return maker.make(Values(family, std::move(values)), rng);
}

} // namespace canon
