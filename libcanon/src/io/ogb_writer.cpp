#include "io/formats.hpp"

#include <canon/base/atomic_file.hpp>
#include <canon/error.hpp>
#include <canon/ogb.hpp>

#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <ostream>

namespace canon {

namespace {

class OgbWriter : public CheckedWriter {
public:
  OgbWriter(const std::filesystem::path& folder, const WriteOptions& options)
      : CheckedWriter(GraphFormat::ogb, {false, true, true, true, true}, options), folder_(folder) {
    std::error_code error;
    if (!std::filesystem::create_directory(folder_.path() / "raw", error))
      throw WriteError(folder.string() + ": cannot be made: " + error.message());
    for (Table* table : {&nodes_, &edges_, &edge_, &vertex_features_, &edge_features_})
      open(*table);
  }

private:
  struct Table {
    const char* stem;
    std::unique_ptr<AtomicFile> file;
    std::string text;
    std::size_t width = 0;

    void flush() {
      file->stream().write(text.data(), static_cast<std::streamsize>(text.size()));
      file->check();
      text.clear();
    }
  };

  void open(Table& table) {
    table.file = std::make_unique<AtomicFile>(folder_.path() / "raw" /
                                              (std::string(table.stem) + ".csv.gz"));
  }

  void put(const GraphRecord& record) override {
    const Graph& graph = record.graph;
    const std::size_t n = num_vertices(graph), m = num_edges(graph);
    std::vector<std::int64_t> vertex_labels, edge_labels;
    for (auto v : boost::make_iterator_range(vertices(graph)))
      vertex_labels.push_back(graph[v].label);
    for (auto e : boost::make_iterator_range(edges(graph)))
      edge_labels.push_back(graph[e].label);
    check_width(vertex_features_, std::max<std::size_t>(record.vertex_width, 1));
    check_width(edge_features_, std::max<std::size_t>(record.edge_width, 1));
    if (count() > 0 && record.targets.size() != targets_.width)
      refuse("graphs with different numbers of targets");
    check_features(vertex_labels, record.vertex_width, record.vertex_features, "vertex");
    check_features(edge_labels, record.edge_width, record.edge_features, "edge");
    if (count() == 0 && !record.targets.empty()) open(targets_);
    vertex_features_.width = std::max<std::size_t>(record.vertex_width, 1);
    edge_features_.width = std::max<std::size_t>(record.edge_width, 1);
    targets_.width = record.targets.size();

    rows(nodes_, std::vector<std::int64_t>{static_cast<std::int64_t>(n)}, 1);
    rows(edges_, std::vector<std::int64_t>{static_cast<std::int64_t>(m)}, 1);
    for (auto e : boost::make_iterator_range(edges(graph)))
      rows(edge_, std::vector{source(e, graph), target(e, graph)}, 2);
    features(vertex_features_, vertex_labels, record.vertex_width, record.vertex_features);
    features(edge_features_, edge_labels, record.edge_width, record.edge_features);
    if (targets_.file) rows(targets_, record.targets, record.targets.size());
    for_each_open([](Table& table) { table.flush(); });
  }

  void check_width(const Table& table, std::size_t width) const {
    if (count() > 0 && table.width != width)
      refuse(std::string(table.stem) + " rows of different widths");
  }

  void check_features(const std::vector<std::int64_t>& labels, std::size_t width,
                      const std::vector<std::int32_t>& values, const std::string& what) const {
    if (values.size() != labels.size() * width)
      throw ArgumentError(what + " features: size " + std::to_string(values.size()) +
                          " != " + std::to_string(labels.size()) + " x " + std::to_string(width));
    for (std::size_t i = 0; i < labels.size() && !lossy(); ++i)
      if (width == 0 ? !is_narrow(labels[i])
                     : labels[i] != packed_label(std::span(values).subspan(i * width, width)))
        refuse(width == 0 ? what + " labels beyond 32 bits"
                          : what + " labels that do not follow from the features");
  }

  static bool is_narrow(std::int64_t label) { return label == static_cast<std::int32_t>(label); }

  void features(Table& table, const std::vector<std::int64_t>& labels, std::size_t width,
                const std::vector<std::int32_t>& values) {
    if (width > 0) {
      rows(table, values, width);
      return;
    }
    std::vector<std::int32_t> narrow;
    for (const std::int64_t label : labels)
      narrow.push_back(is_narrow(label) ? static_cast<std::int32_t>(label) : 0);
    rows(table, narrow, 1);
  }

  template <class Number>
  static void rows(Table& table, const std::vector<Number>& values, std::size_t width) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if constexpr (std::is_floating_point_v<Number>)
        append_number(table.text, values[i]);
      else
        append_number(table.text, static_cast<std::int64_t>(values[i]));
      table.text += (i + 1) % width == 0 ? '\n' : ',';
    }
  }

  void close() override {
    for_each_open([](Table& table) { table.file->commit(); });
    folder_.commit();
  }

  template <class Action>
  void for_each_open(Action action) {
    for (Table* table : {&nodes_, &edges_, &edge_, &vertex_features_, &edge_features_, &targets_})
      if (table->file) action(*table);
  }

  AtomicFolder folder_;
  Table nodes_{"num-node-list", nullptr, {}}, edges_{"num-edge-list", nullptr, {}};
  Table edge_{"edge", nullptr, {}}, vertex_features_{"node-feat", nullptr, {}};
  Table edge_features_{"edge-feat", nullptr, {}}, targets_{"graph-label", nullptr, {}};
};

} // namespace

std::unique_ptr<GraphWriter> ogb_writer(const std::filesystem::path& folder,
                                        const WriteOptions& options) {
  return std::make_unique<OgbWriter>(folder, options);
}

} // namespace canon
