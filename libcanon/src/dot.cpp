#include "boost_format.hpp"
#include "dot_scan.hpp"
#include "formats.hpp"
#include "graph_builder.hpp"

#include <boost/graph/graphviz.hpp>
#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <sstream>
#include <unordered_map>

namespace canon {

namespace {

struct RawVertex {
  std::string id, label;
};
struct RawEdge {
  std::string weight, label;
};

// The number of every id: the id itself if these are exactly 0..n-1, else its place.
std::unordered_map<std::string, Vertex> number_ids(const std::vector<std::string>& ids) {
  const bool numbers = std::all_of(ids.begin(), ids.end(), [&](const std::string& id) {
    std::uint64_t value = 0;
    return parse_number(id, value) && value < ids.size() && std::to_string(value) == id;
  });
  std::unordered_map<std::string, Vertex> result;
  for (std::size_t i = 0; i < ids.size(); ++i)
    result.emplace(ids[i], numbers ? static_cast<Vertex>(std::stoull(ids[i])) : i);
  return result;
}

class DotReader : public GraphReader {
public:
  DotReader(Lines lines, const ReadOptions& options)
      : lines_(std::move(lines)), file_(lines_->name()), builder_(file_, options) {}

  bool next(GraphRecord& record) override {
    clear(record);
    if (!lines_) return false;
    const std::string text = lines_->rest();
    lines_.reset();
    const DotScan scan = scan_dot(file_, text);
    if (scan.directed) {
      builder_.refuse_directed(scan.line);
      read<boost::bidirectionalS>(scan, record);
    } else {
      read<boost::undirectedS>(scan, record);
    }
    return true;
  }

private:
  template <class Direction>
  void read(const DotScan& scan, GraphRecord& record) {
    using Raw = boost::adjacency_list<boost::vecS, boost::vecS, Direction, RawVertex, RawEdge>;
    Raw raw;
    boost::dynamic_properties properties(boost::ignore_other_properties);
    properties.property("node_id", get(&RawVertex::id, raw));
    properties.property("label", get(&RawVertex::label, raw));
    properties.property("label", get(&RawEdge::label, raw));
    properties.property("weight", get(&RawEdge::weight, raw));
    try {
      boost::read_graphviz(scan.text, raw, properties, "node_id");
    } catch (const std::exception& error) {
      throw ParseError(file_, 0, std::string("expected DOT, got: ") + error.what());
    }
    fill(scan, raw, record);
  }

  template <class Raw>
  void fill(const DotScan& scan, const Raw& raw, GraphRecord& record) {
    const std::size_t n = num_vertices(raw);
    const auto numbers = number_ids(scan.ids);
    std::vector<Vertex> place;
    for (auto v : boost::make_iterator_range(vertices(raw)))
      if (const auto found = numbers.find(raw[v].id); found != numbers.end())
        place.push_back(found->second);
    // Boost passes over some things that it does not understand.
    if (place.size() != n || n != scan.ids.size())
      throw ParseError(file_, scan.line,
                       "expected " + std::to_string(scan.ids.size()) +
                           " vertices as the text has ids, got " + std::to_string(n));
    builder_.start(scan.directed ? Listing::both_ends : Listing::once);
    for (auto e : boost::make_iterator_range(edges(raw)))
      builder_.add_edge(place[source(e, raw)], place[target(e, raw)],
                        attribute(file_, raw[e].weight, 1.0, "a weight"),
                        attribute(file_, raw[e].label, std::int64_t{0}, "an integer label"), 0);
    builder_.build(n, n, 0, record.graph);
    for (auto v : boost::make_iterator_range(vertices(raw)))
      record.graph[place[v]].label =
          attribute(file_, raw[v].label, std::int64_t{0}, "an integer label");
  }

  Lines lines_;
  std::string file_;
  GraphBuilder builder_;
};

class DotWriter : public TextWriter {
public:
  DotWriter(std::ostream& out, const WriteOptions& options)
      : TextWriter(out, GraphFormat::dot, {true, true, true, true, false}, options) {}

private:
  void put(const GraphRecord& record) override {
    boost::dynamic_properties properties;
    add_properties(properties, record.graph);
    properties.property("node_id", get(boost::vertex_index, record.graph));
    std::ostringstream text;
    boost::write_graphviz_dp(text, record.graph, properties, "node_id");
    send(text.str());
  }
};

} // namespace

std::unique_ptr<GraphReader> dot_reader(Lines lines, const ReadOptions& options) {
  return std::make_unique<DotReader>(std::move(lines), options);
}

std::unique_ptr<GraphWriter> dot_writer(std::ostream& out, const WriteOptions& options) {
  return std::make_unique<DotWriter>(out, options);
}

} // namespace canon
