#include "dataset/molecules.hpp"

#include "dataset/checksum.hpp"

#include <canon/error.hpp>
#include <canon/ogb.hpp>

#include <cmath>
#include <limits>
#include <span>

namespace canon::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t gone = std::numeric_limits<std::size_t>::max();

/// Where in the folder something is wrong.
struct Place {
  fs::path raw;
  std::size_t molecule = 0;

  [[noreturn]] void fail(const char* table, const std::string& what) const {
    throw ParseError(require_table(raw, table).string(), 0,
                     "molecule " + std::to_string(molecule) + ": " + what);
  }
};

void check_features(const Place& place, const char* table,
                    const std::vector<std::int32_t>& features, std::size_t width,
                    const std::vector<std::int64_t>& sizes) {
  if (width != sizes.size() && !features.empty())
    place.fail(table, "expected " + std::to_string(sizes.size()) + " features per row, got " +
                          std::to_string(width));
  for (std::size_t i = 0; i < features.size(); ++i)
    if (features[i] < 0 || features[i] >= sizes[i % width])
      place.fail(table, "expected feature " + std::to_string(i % width) + " in [0, " +
                            std::to_string(sizes[i % width]) + "), got " +
                            std::to_string(features[i]));
}

void check_targets(const Place& place, const std::vector<double>& targets,
                   const MoleculeLayout& layout) {
  constexpr const char* table = "graph-label";
  if (targets.size() != layout.targets)
    place.fail(table, "expected " + std::to_string(layout.targets) + " labels, got " +
                          std::to_string(targets.size()));
  for (const double target : targets) {
    const bool fits = layout.binary ? std::isnan(target) || target == 0.0 || target == 1.0
                                    : std::isfinite(target);
    if (fits) continue;
    place.fail(table, std::string(layout.binary ? "expected a label of 0, 1 or none (nan), got "
                                                : "expected a finite label, got ") +
                          std::to_string(target));
  }
}

nn::GraphSample sample_of(const GraphRecord& record) {
  nn::GraphSample sample;
  sample.nodes = static_cast<int>(num_vertices(record.graph));
  sample.node_types = static_cast<int>(record.vertex_width);
  sample.node_type.assign(record.vertex_features.begin(), record.vertex_features.end());
  sample.edge_types = static_cast<int>(record.edge_width);
  auto feature = record.edge_features.begin();
  const auto width = static_cast<std::ptrdiff_t>(record.edge_width);
  const auto add = [&](Vertex tail, Vertex head) {
    sample.tail.push_back(static_cast<int>(tail));
    sample.head.push_back(static_cast<int>(head));
    sample.edge_type.insert(sample.edge_type.end(), feature, feature + width);
  };
  for (const auto edge : boost::make_iterator_range(edges(record.graph))) {
    const Vertex u = source(edge, record.graph), v = target(edge, record.graph);
    add(u, v);
    add(v, u);
    feature += width;
  }
  sample.target = record.targets;
  return sample;
}

std::vector<std::size_t> moved(const std::vector<std::size_t>& part,
                               const std::vector<std::size_t>& place) {
  std::vector<std::size_t> result;
  for (const std::size_t i : part)
    if (place[i] != gone) result.push_back(place[i]);
  return result;
}

} // namespace

Molecules read_molecules(const fs::path& folder, const MoleculeLayout& layout,
                         const std::function<void()>& tick) {
  if (!fs::is_directory(folder))
    throw ReadError(folder.string() + ": expected a folder in the layout of OGB" +
                    (fs::exists(folder) ? "" : ", and there is nothing of that name"));
  const auto reader = open_graphs(folder, GraphFormat::ogb);
  const OgbSplit split = read_ogb_split(folder, layout.split); // before the long part
  Place place{raw_folder(folder)};
  (void)require_table(place.raw, "graph-label");
  Molecules result;
  std::vector<std::size_t> places;
  for (GraphRecord record; reader->next(record); ++place.molecule) {
    check_features(place, "node-feat", record.vertex_features, record.vertex_width, layout.atoms);
    check_features(place, "edge-feat", record.edge_features, record.edge_width, layout.bonds);
    check_targets(place, record.targets, layout);
    record.edge_width = layout.bonds.size(); // of a molecule without bonds, too
    if (num_vertices(record.graph) < layout.least_atoms) {
      places.push_back(gone);
      ++result.left_out;
    } else {
      places.push_back(result.samples.size());
      result.samples.push_back(sample_of(record));
    }
    if (tick) tick();
  }
  result.split = {moved(split.train, places), moved(split.valid, places),
                  moved(split.test, places)};
  for (const auto* part : {&result.split.train, &result.split.valid, &result.split.test})
    if (part->empty())
      throw ReadError(folder.string() + ": expected molecules in all three parts of split/" +
                      layout.split);
  return result;
}

std::string checksum_of(const std::vector<nn::GraphSample>& samples) {
  Checksum sum;
  for (const nn::GraphSample& sample : samples) {
    sum.add(std::vector{sample.nodes, sample.node_types, sample.edge_types});
    sum.add(sample.tail);
    sum.add(sample.head);
    sum.add(sample.node_type);
    sum.add(sample.edge_type);
    sum.add(sample.target);
  }
  return sum.hex();
}

Graph molecule_graph(const nn::GraphSample& sample) {
  const auto row = [](const std::vector<int>& values, int width, std::size_t i) {
    return packed_label(std::span(values).subspan(i * static_cast<std::size_t>(width),
                                                  static_cast<std::size_t>(width)));
  };
  std::vector<Edge> edges;
  for (std::size_t e = 0; e < sample.tail.size(); ++e)
    if (sample.tail[e] <= sample.head[e])
      edges.push_back({static_cast<Vertex>(sample.tail[e]), static_cast<Vertex>(sample.head[e]),
                       1.0,
                       sample.edge_types > 0 ? row(sample.edge_type, sample.edge_types, e) : 0});
  Graph graph = make_graph(static_cast<std::size_t>(sample.nodes), edges);
  for (Vertex v = 0; v < num_vertices(graph) && sample.node_types > 0; ++v)
    graph[v].label = row(sample.node_type, sample.node_types, v);
  return graph;
}

} // namespace canon::lab
