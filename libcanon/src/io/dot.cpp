#include "io/boost_format.hpp"
#include "io/dot_parser.hpp"
#include "io/formats.hpp"

#include <boost/graph/graphviz.hpp>

#include <sstream>

namespace canon {

namespace {

class DotReader : public GraphReader {
public:
  DotReader(Lines lines, const ReadOptions& options)
      : lines_(std::move(lines)), builder_(lines_->name(), options) {}

  bool next(GraphRecord& record) override {
    clear(record);
    if (!lines_) return false;
    const ListedGraph listed = parse_dot(lines_->name(), lines_->rest());
    lines_.reset();
    build_listed(listed, builder_, record);
    return true;
  }

private:
  Lines lines_;
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
    text.exceptions(std::ios::badbit); // out of memory it would stay short without a word
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
